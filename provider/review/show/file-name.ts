import { isUnknown } from "../../input/plain";
import { isHidden } from "../preview/hidden";
import type { ShownCampaign } from "../preview/shown-campaign";

/** The pictures of a campaign, by what follows its name. */
export const pictures = {
  desktop: { width: 640, scheme: "light" },
  phone: { width: 375, scheme: "light" },
  dark: { width: 640, scheme: "dark" },
  "forced-dark": { width: 640, scheme: "light", isForced: true },
} as const;

/** The kinds of pictures. */
export type Picture = keyof typeof pictures;

/** A file name without its ending, which every system takes, and which tells the campaigns of a preview apart. */
export function stemOf({ name }: Pick<ShownCampaign, "name">, at: number): string {
  const plain = name
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-|-$/g, "")
    .slice(0, 40);
  return `${String(at + 1).padStart(3, "0")}${plain === "" ? "" : `-${plain}`}`;
}

/** The file name of a picture. */
export function pictureOf(campaign: Pick<ShownCampaign, "name">, at: number, picture: Picture) {
  return `${stemOf(campaign, at)}-${picture}.png`;
}

/** Whether there are pictures of a campaign: not of one that is deleted, or whose HTML a preview doesn't know. */
export function isPictured({ change, inputs: { html } }: ShownCampaign): boolean {
  return change !== "delete" && html !== undefined && !isHidden(html) && !isUnknown(html);
}
