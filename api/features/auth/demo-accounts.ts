/** The demo's published accounts (operator's interface). They can't be used where the demo is off. */
export const demoAccounts = {
  customer: 'demo@netlantern.test',
  /** Only with `DEMO_FLEET`. */
  serviceProvider: 'msp@netlantern.test',
  admin: 'admin@netlantern.test',
  password: 'Demo-1234!',
};
