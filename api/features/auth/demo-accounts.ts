/** The published accounts of the demo (operator's interface). Nobody may have them where the demo is off. */
export const demoAccounts = {
  customer: 'demo@netlantern.test',
  admin: 'admin@netlantern.test',
  password: 'Demo-1234!',
};
