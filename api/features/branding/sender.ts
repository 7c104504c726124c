/** Who a mail is from, as it says itself. The name that mail programs show is that of the email settings. */
export interface Sender {
  platformName: string;
  /** The legal name where one is set, else what the branding says. */
  companyName: string;
  /** Of several lines; empty where none is set. */
  address: string;
  supportEmail?: string | null;
  footerText: string;
  /** The one thing to do: its ground and its words, `#rrggbb`. */
  button: { ground: string; words: string };
}

/** Before anybody has named the product. */
export const defaultSender: Sender = {
  platformName: 'Netlantern',
  companyName: 'Netlantern',
  address: '',
  footerText: '',
  button: { ground: '#3b82f6', words: '#0b1120' },
};
