import {
  type Asked,
  type HostileService,
  held,
  heldAs,
  matching,
  pageOf,
  truthful,
} from "./hostile-service";

const withTotal =
  (total: (asked: Asked) => number | string | undefined): HostileService =>
  (asked) => ({ ...truthful(held, asked), total: total(asked) });

const without = (...ids: readonly string[]) => held.filter(({ id }) => !ids.includes(id));

/** The rows in an order of their own for each request. */
function shuffled(asked: Asked) {
  const found = matching(held, asked.text);
  const at = (n: number) => (n * 7919 + asked.request * 104_729) % 1_000_003;
  const rows = found.map((row, n) => ({ row, at: at(n) })).sort((one, two) => one.at - two.at);
  return {
    rows: pageOf(
      rows.map(({ row }) => row),
      asked.page,
    ),
    total: found.length,
  };
}

/** Pages of at most 50 rows, whatever is asked for. */
function smallPages(asked: Asked, total: (found: number) => number | undefined) {
  const found = matching(held, asked.text);
  return { rows: pageOf(found, asked.page, 50), total: total(found.length) };
}

/** A page that is empty as often as it is asked for, or so many times. */
const emptyAt =
  (page: number, times = Number.POSITIVE_INFINITY): HostileService =>
  (asked) => {
    const reply = truthful(held, asked);
    return asked.page === page && asked.time <= times ? { ...reply, rows: [] } : reply;
  };

const lagMs = 3000;

/** What services may reply, by what is wrong with it. Each search is for senders. */
export const services: Readonly<Record<string, HostileService>> = {
  "truthful, 259 objects": (asked) => truthful(held, asked),
  "truthful, 200 objects": (asked) => truthful(held.slice(0, 200), asked),
  "truthful, 9 objects": (asked) => truthful(held.slice(0, 9), asked),
  "truthful, none": (asked) => truthful([], asked),

  "no total": withTotal(() => undefined),
  "no total, 200 objects": (asked) => ({ rows: truthful(held.slice(0, 200), asked).rows }),
  "total 0": withTotal(() => 0),
  "total negative": withTotal(() => -1),
  "total too small": withTotal(() => 100),
  "total in words": withTotal(() => "many"),
  "total of the page": (asked) => {
    const { rows } = truthful(held, asked);
    return { rows, total: rows.length };
  },
  "total counts 10 more": withTotal(({ text }) => matching(held, text).length + 10),
  "total of all": withTotal(() => 259),
  "total of all, 2 objects": (asked) => ({ ...truthful(held.slice(0, 2), asked), total: 2 }),
  "total of a million": withTotal(() => 1_000_000),
  "total of a million, for all only": withTotal(({ text }) =>
    text === "" ? 1_000_000 : matching(held, text).length,
  ),
  "total grows": withTotal(({ text, page }) => matching(held, text).length - 1 + page),
  "total shrinks": withTotal(
    ({ text, page }) => matching(held, text).length + (page === 1 ? 1 : 0),
  ),
  "total differs each time": withTotal(({ text, time }) => matching(held, text).length + time),
  "total on page 1 only": (asked) => {
    const { rows, total } = truthful(held, asked);
    return asked.page === 1 ? { rows, total } : { rows };
  },

  "every page empty": (asked) => ({ ...truthful(held, asked), rows: [] }),
  "page 1 empty": emptyAt(1),
  "page 1 empty once": emptyAt(1, 1),
  "page 2 empty": emptyAt(2),
  "page 2 empty once": emptyAt(2, 1),
  "page 3 empty": emptyAt(3),
  "page 3 empty once": emptyAt(3, 1),
  "pages of 50": (asked) => smallPages(asked, (found) => found),
  "pages of 50, no total": (asked) => smallPages(asked, () => undefined),
  "pages of 50, total of all": (asked) => smallPages(asked, () => 259),
  "pages of 5": (asked) => {
    const found = matching(held, asked.text);
    return { rows: pageOf(found, asked.page, 5), total: found.length };
  },

  "any order": shuffled,
  "one is added in front meanwhile": (asked) => {
    return truthful(asked.request > 1 ? [heldAs(900), ...held] : held, asked);
  },
  "one is deleted in front meanwhile": (asked) =>
    truthful(asked.request > 1 ? without("s0") : held, asked),

  "pages share a row": (asked) => {
    const found = matching(held, asked.text);
    const start = (asked.page - 1) * 99;
    return { rows: found.slice(start, start + 100), total: found.length };
  },
  "a row twice on a page": (asked) => {
    const { rows, total } = truthful(held, asked);
    return { rows: [...rows.slice(0, 1), ...rows].slice(0, 100), total };
  },
  "page 1 for ever": (asked) => truthful(held, { ...asked, page: 1 }),
  "9 rows for ever": (asked) => ({ ...truthful(held.slice(0, 9), { ...asked, page: 1 }) }),
  "9 of 259 rows for ever": (asked) => ({
    rows: truthful(held.slice(0, 9), { ...asked, page: 1 }).rows,
    total: matching(held, asked.text).length,
  }),
  "the last page for ever": (asked) => {
    const last = Math.max(1, Math.ceil(matching(held, asked.text).length / 100));
    return truthful(held, { ...asked, page: Math.min(asked.page, last) });
  },
  "new rows for ever": ({ request }) => ({
    rows: Array.from({ length: 100 }, (_, n) => heldAs(1000 + request * 100 + n)),
    total: (request + 1) * 100,
    tookMs: 1000,
  }),

  "ignores the text": (asked) => truthful(held, { ...asked, text: "" }),
  "matches no text, total 0": (asked) =>
    asked.text === "" ? truthful(held, asked) : { rows: [], total: 0 },
  "matches no text, total right": (asked) =>
    asked.text === "" ? truthful(held, asked) : { ...truthful(held, asked), rows: [] },
  "matches more than it shows": (asked) =>
    asked.text === "" ? truthful(held, asked) : { ...truthful(held, asked), total: 12 },
  "searches lag behind": (asked) =>
    asked.text !== "" && asked.ageMs < lagMs ? { rows: [], total: 0 } : truthful(held, asked),
  "everything lags behind": (asked) =>
    asked.ageMs < lagMs ? { rows: [], total: 0 } : truthful(held, asked),
  "everything lags behind, but the total": (asked) =>
    asked.ageMs < lagMs ? { ...truthful(held, asked), rows: [] } : truthful(held, asked),
  "all lack one": (asked) =>
    asked.text === "" ? truthful(without("s7"), asked) : truthful(held, asked),
  "all lack one, which the total counts": (asked) =>
    asked.text === "" ? { ...truthful(without("s7"), asked), total: 259 } : truthful(held, asked),
};

/** Campaigns, whose list may state no total. */
export const servicesOfCampaigns: Readonly<Record<string, HostileService>> = {
  truthful: (asked) => truthful(held, asked),
  "no total": (asked) => ({ rows: truthful(held, asked).rows }),
  "no total, 200 campaigns": (asked) => ({ rows: truthful(held.slice(0, 200), asked).rows }),
  "no total, pages of 50": (asked) => smallPages(asked, () => undefined),
  "no total, another row lacks each time": (asked) => ({
    rows: truthful(without(`s${asked.request}`), asked).rows,
  }),
  "no total, page 1 for ever": (asked) => ({ rows: truthful(held, { ...asked, page: 1 }).rows }),
  "no total, the last page for ever": (asked) => ({
    rows: truthful(held, { ...asked, page: Math.min(asked.page, 3) }).rows,
  }),
  "no total, everything lags behind": (asked) => ({
    rows: asked.ageMs < lagMs ? [] : truthful(held, asked).rows,
  }),
};
