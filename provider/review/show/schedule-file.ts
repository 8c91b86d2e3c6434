import { createHash } from "node:crypto";
import type { PreviewModel } from "../preview";
import { shownText } from "../preview/hidden";
import type { Mailing } from "../preview/mailing-change";
import { contentMark, type Dated, markOf, remarkOf } from "./calendar";

/**
 * The scheduled mails as iCalendar: an event for each, without a length, in the zone of its own Provider's settings.
 * `pageOf` gives the address of the page of a campaign by its URN, or else the index, where the pages are published.
 */
export function scheduleFileOf(
  dated: readonly Dated[],
  model: PreviewModel,
  pageOf: ((urn: string | undefined) => string) | undefined,
): string {
  const { default: ical } = require("ical-generator") as typeof import("ical-generator");
  const { DateTime } = require("luxon") as typeof import("luxon");
  const calendar = ical({
    prodId: { company: "pulumi-email-marketing", product: "show", language: "EN" },
    name: `Mails of ${model.stack}`,
    timezone: { name: null, generator: (zone) => vtimezone(zone).block },
  });
  for (const one of dated) {
    const { mailing, name, date } = one;
    // Programs know a zone by one of its names, such as Asia/Kolkata for Asia/Calcutta.
    const zone =
      date.zone === undefined || date.zone === "UTC" ? undefined : vtimezone(date.zone).id;
    const event = calendar.createEvent({
      id: uidOf(one, dated),
      start: DateTime.fromSQL(`${date.day} ${date.time}`, { zone: date.zone ?? "UTC" }),
      summary: name,
      description: descriptionOf(one, model) || null,
    });
    if (zone !== undefined) event.timezone(zone);
    if (date.zone === undefined) event.floating(true);
    if (pageOf) event.url(pageOf(mailing.campaign));
  }
  return calendar.toString();
}

/** The same in every run, so that an event that was imported moves with its mail. */
function uidOf({ mailing: { urn = "", change }, name }: Dated, all: readonly Dated[]): string {
  // What a replacement leaves behind is another mail of the same resource.
  const isLeft =
    change === "removed" &&
    all.some((one) => one.mailing.urn === urn && one.mailing.change !== change);
  const source = isLeft ? `${urn} ${name}` : urn;
  return `${createHash("sha256").update(source).digest("hex")}@pulumi-email-marketing`;
}

function descriptionOf(one: Dated, { clean }: PreviewModel): string {
  const { mailing, date, lists } = one;
  const subject = subjectOf(mailing);
  return [
    ...(subject === undefined ? [] : [`Subject: ${clean(subject)}`]),
    ...(lists.length === 0 ? [] : [`To: ${lists.map(({ name }) => name).join(", ")}`]),
    ...(mailing.provider === undefined ? [] : [`Provider: ${clean(mailing.provider)}`]),
    ...(date.zone === undefined ? ["In the service's time."] : []),
    ...changeLines(one),
  ].join("\n");
}

/** What becomes of a mail, where its event does not show it. */
function changeLines(one: Dated): string[] {
  const mark = markOf(one.mailing);
  const remark = remarkOf(one);
  if (mark === contentMark) return [mark];
  return mark === undefined || remark === undefined ? [] : [`${mark}: ${remark}`];
}

/** A subject that is no secret, and was none: of one that has become another, the other may be the same. */
function subjectOf({ inputs, inputsBefore = inputs }: Mailing): string | undefined {
  return shownText(inputsBefore?.subject) === undefined ? undefined : shownText(inputs?.subject);
}

/** What a calendar program needs to know of a zone; a zone that no library knows stands by its name alone. */
function vtimezone(zone: string): { readonly id: string; readonly block: string | null } {
  const { tzlib_get_ical_block: blockOf } =
    require("timezones-ical-library") as typeof import("timezones-ical-library");
  const [block = null, id = ""] = blockOf(zone);
  return { id: id.replace(/^TZID=/, "") || zone, block };
}
