import { count, firstOfNames } from "../../errors/count";
import type { FoundLinks } from "../links/report";
import type { Clean } from "../preview";
import { code, cut, escaped } from "./markdown";

/** The longest list: a reviewer reads no more. */
const longestList = 30;
/** How many campaigns are named beside an address that several have. */
const campaignsNamed = 5;

/** What stands on top; the others are only counted. */
const listed = ["dead", "not checked"];

/** The lines of what came of links and images, by host and path only: the dead ones first. */
export function linkLines(found: readonly FoundLinks[], clean: Clean): string[] {
  const campaigns = found.map((one) => ({ ...one, campaign: escaped(cut(clean(one.campaign))) }));
  const groups = groupsOf(campaigns);
  if (groups.length === 0) return [];
  const number = (verdict: string) => groups.filter((one) => one.verdict === verdict).length;
  const counts = ["ok", ...listed].map((verdict) => `${number(verdict)} ${verdict}`).join(", ");
  const ofAddresses = listed.flatMap((verdict) =>
    groups.filter((one) => one.verdict === verdict).map((one) => groupLine(one, clean)),
  );
  const ofImages = campaigns.flatMap(({ campaign, imageWeight }) =>
    imageWeight === undefined ? [] : [`- **${campaign}**: ${escaped(cut(clean(imageWeight)))}`],
  );
  const lines = [...ofAddresses, ...ofImages];
  const more = lines.length - longestList;
  return [
    `**${count(groups.length, "link or image", "links and images")}: ${counts}**`,
    "",
    ...lines.slice(0, longestList),
    ...(more > 0 ? ["", `... and ${more} more in the output of show --links.`] : []),
    "",
  ];
}

interface Group {
  readonly verdict: string;
  readonly place: string;
  readonly answer: string;
  readonly campaigns: ReadonlySet<string>;
}

/** An address of several campaigns is one line. */
function groupsOf(found: readonly FoundLinks[]): Group[] {
  const byText = new Map<string, Group & { readonly campaigns: Set<string> }>();
  for (const { campaign, addresses } of found) {
    for (const { verdict, address, finalAddress, answer } of addresses) {
      const place = finalAddress === undefined ? address : `${address} -> ${finalAddress}`;
      const key = JSON.stringify([verdict, place, answer]);
      const group = byText.get(key) ?? { verdict, place, answer, campaigns: new Set<string>() };
      group.campaigns.add(campaign);
      byText.set(key, group);
    }
  }
  return [...byText.values()];
}

function groupLine({ verdict, place, answer, campaigns }: Group, clean: Clean): string {
  const icon = verdict === "dead" ? "⚠️" : "ℹ️";
  const named = [...campaigns].map((name) => `**${name}**`);
  const who = firstOfNames(named, campaignsNamed);
  return `- ${icon} ${who}: ${verdict}: ${code(clean(place))} (${escaped(cut(clean(answer)))})`;
}
