import { useSession } from '#web/features/auth/useSession.ts';
import { PasswordField } from '#web/ui/PasswordField.tsx';
import { TextField } from '#web/ui/TextField.tsx';

/** The password, and the code where two factors are on: asked for again before something that matters. */
export function ProofFields({ name = 'password', label = 'Password' }: { name?: string; label?: string }) {
  return (
    <>
      <PasswordField name={name} label={label} autoComplete="current-password" />
      <VerificationCodeField />
    </>
  );
}

/** Takes a recovery code too: who lost the phone may still leave or change the password. */
function VerificationCodeField() {
  const { user } = useSession();
  if (!user?.twoFactorEnabled) return null;
  return (
    <TextField
      name="mfaToken"
      label="Verification code"
      help="The 6 digits of your authenticator app, or a recovery code."
      autoComplete="one-time-code"
      spellCheck={false}
      mono
    />
  );
}
