/** How one HaloPSA is reached. Addresses have no slash at their end. */
export interface HalopsaSettings {
  /** Of the connection. */
  id: string;
  authServer: string;
  resourceServer: string;
  /** Null for a server of one's own: none is sent then. */
  tenant: string | null;
  clientId: string;
  clientSecret: string;
  scope: string;
  /** When everything that is asked is given up, in milliseconds since 1970; never unless told. */
  until?: number;
}
