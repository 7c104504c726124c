import { useSession } from '#web/features/auth/useSession.ts';
import { PasswordField } from '#web/ui/PasswordField.tsx';
import { TextField } from '#web/ui/TextField.tsx';

/** The password, and the code if two-factor authentication is on, before a sensitive action. */
export function ProofFields({ name = 'password', label = 'Password' }: { name?: string; label?: string }) {
  return (
    <>
      <PasswordField name={name} label={label} autoComplete="current-password" />
      <VerificationCodeField />
    </>
  );
}

/** Accepts recovery codes too, so that people who lost their phone can still change the password. */
function VerificationCodeField() {
  const { user } = useSession();
  if (!user?.twoFactorEnabled) return null;
  return (
    <TextField
      name="mfaToken"
      label="Verification code"
      help="Enter the 6-digit code from your authenticator app, or a recovery code."
      autoComplete="one-time-code"
      spellCheck={false}
      mono
    />
  );
}
