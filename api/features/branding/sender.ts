/** The sender as it appears in an email's footer. The From name comes from the email settings. */
export interface Sender {
  platformName: string;
  /** The legal name if set, or else the branding's company name. */
  companyName: string;
  /** Several lines. Empty if none is set. */
  address: string;
  supportEmail?: string | null;
  footerText: string;
  /** Background and text color of the main button, as `#rrggbb`. */
  button: { ground: string; words: string };
}

/** Used before the operator has named the product. */
export const defaultSender: Sender = {
  platformName: 'Netlantern',
  companyName: 'Netlantern',
  address: '',
  footerText: '',
  button: { ground: '#3b82f6', words: '#0b1120' },
};
