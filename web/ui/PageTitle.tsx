import { useAttentionCount } from '#web/lib/attention-count.ts';
import { formatNumber } from '#web/lib/format.ts';
import { usePlatform } from '#web/lib/platform.ts';

/** The tab's title: the number of open alerts, the screen and the product. */
export function PageTitle({ children }: { children: string }) {
  const { platformName } = usePlatform();
  const count = useAttentionCount();
  return <title>{`${count > 0 ? `(${formatNumber(count)}) ` : ''}${children} · ${platformName}`}</title>;
}
