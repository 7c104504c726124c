import { OpenAlertCount, PackagePrices } from '#web/app/shell.gql.ts';
import { TwoFactorDocument, TwoFactorSetupDocument } from '#web/gql/graphql.ts';
import { alice, answer, renderApp, type ScreenAt } from '#tests/support/render.tsx';
import { TwoFactorPage } from '#web/features/auth/two-factor/TwoFactorPage.tsx';

/** The screen, and where it leads. */
export const table: readonly ScreenAt[] = [
  { path: '/2fa-setup', audience: 'member', Screen: TwoFactorPage },
  { path: '/dashboard', audience: 'member', Screen: () => <h1>Your network</h1> },
];
/** Recovery codes of the tests. */
export const codes = Array.from({ length: 10 }, (_, one) => `ABCD-EFGH${one + 2}-JKMN`.replace('12', 'ZZ'));
/** How the second factor stands, as the server tells. */
export const standing = (
  fields: Partial<{ enabled: boolean; required: boolean; recoveryCodesLeft: number }> = {},
) =>
  answer(TwoFactorDocument, {
    twoFactor: { enabled: false, required: false, recoveryCodesLeft: 0, ...fields },
  } as never);
/** The server's refusal of a code. */
export const wrong = {
  message: 'Invalid verification code',
  fields: { code: 'Invalid verification code' },
};

/** What the screen asks for, and its shell. */
export function answerSetUp(): void {
  answer(PackagePrices, { packages: [] });
  answer(OpenAlertCount, { openAlertCount: 0 });
  answer(TwoFactorSetupDocument, {
    twoFactorSetup: {
      qrCodeUrl: 'data:image/png;base64,iVBORw0KGgo=',
      manualEntryKey: 'ABCD EFGH IJKL MNOP QRST UVWX YZ23 4567',
    },
  });
}

/** The screen of the second factor. */
export const openTwoFactor = (person = alice) => renderApp({ path: '/2fa-setup', table, signedInAs: person });
/** Someone who has one. */
export const enabled = { ...alice, twoFactorEnabled: true };
