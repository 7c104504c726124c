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
  mutation EnableTwoFactor($code: String!) {
    enableTwoFactor(code: $code) {
      success
      message
      recoveryCodes
    }
  }
`);

export const DisableTwoFactor = graphql(`
  mutation DisableTwoFactor($code: String!) {
    disableTwoFactor(code: $code) {
      success
      message
    }
  }
`);

export const RenewRecoveryCodes = graphql(`
  mutation RenewRecoveryCodes($code: String!) {
    renewRecoveryCodes(code: $code) {
      success
      message
      recoveryCodes
    }
  }
`);
