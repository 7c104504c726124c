import { chakra, ChakraProvider, useChakraContext } from '@chakra-ui/react';
import createCache from '@emotion/cache';
import { CacheProvider } from '@emotion/react';
import { useEffect, useMemo, useRef, useState, type ReactNode } from 'react';
import { createPortal } from 'react-dom';

type Props = {
  /** Accessible name of the content. */
  label: string;
  /** Window width of the content in CSS pixels. It is scaled down if there is less room. */
  width: number;
  isDark: boolean;
  /** Styles that apply in the frame only: colors, and an administrator's custom CSS. */
  css: string;
  children: ReactNode;
};

/** Maximum height in pixels on the screen. Longer content scrolls. */
const TALLEST = 640;

/**
 * Renders content as a separate document with its own window width, so that its styles don't affect this page. It is
 * for display only: nothing in it can be focused or followed.
 */
export function PreviewFrame({ label, width, isDark, css, children }: Props) {
  const frame = useRef<HTMLIFrameElement>(null);
  const box = useRef<HTMLDivElement>(null);
  const [inside, setInside] = useState<Document>();
  const [room, setRoom] = useState(width);
  const [long, setLong] = useState(320);
  // Some browsers put another empty document in place of the first.
  const enter = () => setInside(frame.current?.contentDocument ?? undefined);
  useEffect(enter, []);

  useEffect(() => {
    if (!inside || typeof ResizeObserver === 'undefined') return;
    // The body of an empty document is as high as its window, but its content is not.
    const shown = inside.body.firstElementChild as HTMLElement;
    const observer = new ResizeObserver(() => {
      setRoom(box.current?.clientWidth ?? width);
      setLong(shown.offsetHeight);
    });
    observer.observe(box.current!);
    observer.observe(shown);
    return () => observer.disconnect();
  }, [inside, width]);

  useEffect(() => {
    inside?.documentElement.classList.toggle('dark', isDark);
    inside?.documentElement.setAttribute('lang', 'en');
  }, [inside, isDark]);

  const scale = Math.min(1, room / width);
  const high = Math.min(long, TALLEST / scale);
  return (
    <chakra.div
      ref={box}
      borderWidth="1px"
      borderRadius="surface"
      overflow="hidden"
      bg="bg.subtle"
      display="flex"
      justifyContent="center"
      style={{ height: `${high * scale + 2}px` }}
    >
      <div style={{ width: `${width * scale}px` }}>
        <iframe
          ref={frame}
          title={label}
          sandbox="allow-same-origin"
          onLoad={enter}
          style={{
            width: `${width}px`,
            height: `${high}px`,
            border: 0,
            transform: `scale(${scale})`,
            transformOrigin: '0 0',
          }}
        />
      </div>
      {inside && createPortal(<Inside {...{ inside, css }}>{children}</Inside>, inside.body)}
    </chakra.div>
  );
}

function Inside({ inside, css, children }: { inside: Document; css: string; children: ReactNode }) {
  const system = useChakraContext();
  const nonce = document.querySelector<HTMLMetaElement>('meta[name="csp-nonce"]')?.content || undefined;
  const styles = useMemo(() => createCache({ key: 'nl', container: inside.head, nonce }), [inside, nonce]);
  useEffect(() => {
    // The fonts of this page.
    const links = [...document.querySelectorAll('link[rel=stylesheet]')].map((link) => link.cloneNode());
    inside.head.append(...links);
    return () => links.forEach((link) => link.parentNode?.removeChild(link));
  }, [inside]);
  return (
    <CacheProvider value={styles}>
      <ChakraProvider value={system}>
        <chakra.div inert bg="bg" color="fg">
          {children}
        </chakra.div>
        <style nonce={nonce}>{css}</style>
      </ChakraProvider>
    </CacheProvider>
  );
}
