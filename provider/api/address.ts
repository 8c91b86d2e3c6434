import { comparedAddress, comparedDomain, domainOf } from "../runtime/domain";

/** How a collection compares addresses, and searches for one. */
export const comparedAsAddress = {
  compared: comparedAddress,
  textOf(address: string): string {
    const domain = domainOf(address);
    const hasOneSpelling = comparedDomain(domain) === domain.toLowerCase() && !/xn--/i.test(domain);
    // The service may have the domain in another spelling.
    return hasOneSpelling ? address : address.slice(0, -domain.length);
  },
};
