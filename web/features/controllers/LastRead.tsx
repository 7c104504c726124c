import { RelativeTime } from '#web/ui/RelativeTime.tsx';

/** When a controller was read last, inside a line of facts: "read 2 h ago". */
export function LastRead({ at }: { at?: string | null }) {
  if (!at) return 'never read';
  return (
    <>
      read <RelativeTime at={at} />
    </>
  );
}
