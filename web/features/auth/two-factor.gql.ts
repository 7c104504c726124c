import { graphql } from '#web/gql/index.ts';

export const TwoFactor = graphql(`
  query TwoFactor {
    twoFactor {
      enabled
      required
      recoveryCodesLeft
    }
  }
`);

export const TwoFactorSetup = graphql(`
  mutation TwoFactorSetup {
    twoFactorSetup {
      qrCodeUrl
      manualEntryKey
    }
  }
`);

export const EnableTwoFactor = graphql(`
  mutation EnableTwoFactor($code: String!, $password: String) {
    enableTwoFactor(code: $code, password: $password) {
      success
      message
      recoveryCodes
    }
  }
`);

export const DisableTwoFactor = graphql(`
  mutation DisableTwoFactor($code: String!, $password: String) {
    disableTwoFactor(code: $code, password: $password) {
      success
      message
    }
  }
`);

export const RenewRecoveryCodes = graphql(`
  mutation RenewRecoveryCodes($code: String!, $password: String) {
    renewRecoveryCodes(code: $code, password: $password) {
      success
      message
      recoveryCodes
    }
  }
`);
