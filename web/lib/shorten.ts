/** Ids longer than 16 characters keep their first and last 8, as documented for host ids. */
export const shorten = (id: string): string => (id.length > 16 ? `${id.slice(0, 8)}…${id.slice(-8)}` : id);
