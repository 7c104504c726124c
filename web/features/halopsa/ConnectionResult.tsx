import { Notice } from '#web/ui/Notice.tsx';
import type { TestResult } from './useConnectionTest.ts';

/** What came of a test; nothing before there was one. */
export function ConnectionResult({ result }: { result: TestResult | undefined }) {
  if (!result) return null;
  if (result.success) return <Notice state="ok" title={result.message} />;
  return (
    <Notice state="critical" title="Connection test failed">
      {result.message}
    </Notice>
  );
}
