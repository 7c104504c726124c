import { useAttentionCount } from '#web/lib/attention-count.ts';
import { formatNumber } from '#web/lib/format.ts';
import { usePlatform } from '#web/lib/platform.ts';

/** What the tab is called: how much asks for somebody, the screen, then the product. */
export function PageTitle({ children }: { children: string }) {
  const { platformName } = usePlatform();
  const count = useAttentionCount();
  return <title>{`${count > 0 ? `(${formatNumber(count)}) ` : ''}${children} · ${platformName}`}</title>;
}
