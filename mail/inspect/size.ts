/** Large mailbox providers clip a mail whose HTML is longer, with everything at its end. */
export const clippedFromBytes = 102 * 1024;
