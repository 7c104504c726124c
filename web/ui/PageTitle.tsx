import { usePlatform } from '#web/lib/platform.ts';

/** What the tab is called: the screen, then the product. */
export function PageTitle({ children }: { children: string }) {
  const { platformName } = usePlatform();
  return <title>{`${children} · ${platformName}`}</title>;
}
