/** Fields that the contract names by meaning only, or wrongly, under whatever names the caller knows. */
export type MoreFields = { readonly [name: string]: unknown };
