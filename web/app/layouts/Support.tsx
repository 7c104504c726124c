import { Link, Stack } from '@chakra-ui/react';
import { usePlatform } from '#web/lib/platform.ts';

/** The support address and the operator's footer text. Hidden if neither is set. */
export function Support() {
  const { supportEmail, footerText } = usePlatform();
  if (!supportEmail && !footerText) return null;
  return (
    <Stack textStyle="xs" color="fg.muted" gap={1}>
      {supportEmail && (
        <p>
          Help: <Link href={`mailto:${supportEmail}`}>{supportEmail}</Link>
        </p>
      )}
      {footerText && <p>{footerText}</p>}
    </Stack>
  );
}
