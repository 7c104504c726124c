import { chakra } from '@chakra-ui/react';
import { cloneElement, useEffect, useId, useRef, useState, type ReactElement, type ReactNode } from 'react';
import { createPortal } from 'react-dom';

/** Delays in milliseconds, as documented: the first tooltip waits, the next ones within SKIP do not. */
const OPEN_AFTER = 700;
const SKIP_WITHIN = 300;
const EDGE = 8;

let lastClosedAt = 0;

type Place = { left: number; top: number; below: boolean };
type Trigger = ReactElement<{ 'aria-describedby'?: string }>;

/** A short explanation on hover and on keyboard focus. Never the only place where something is said. */
export function Tooltip({ content, children }: { content: ReactNode; children: Trigger }) {
  const id = useId();
  const anchor = useRef<HTMLSpanElement>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const [place, setPlace] = useState<Place>();

  const open = () => setPlace(placeBy(anchor.current?.firstElementChild));
  const openSoon = () => {
    clearTimeout(timer.current);
    timer.current = setTimeout(open, Date.now() - lastClosedAt < SKIP_WITHIN ? 0 : OPEN_AFTER);
  };
  const close = () => {
    clearTimeout(timer.current);
    if (place) lastClosedAt = Date.now();
    setPlace(undefined);
  };
  useEffect(() => () => clearTimeout(timer.current), []);

  return (
    <chakra.span
      ref={anchor}
      display="contents"
      onPointerOver={(event) => event.pointerType !== 'touch' && !place && openSoon()}
      onPointerOut={(event) => !anchor.current?.contains(event.relatedTarget as Node | null) && close()}
      onFocus={(event) => event.target.matches(':focus-visible') && openSoon()}
      onBlur={close}
      onKeyDown={(event) => event.key === 'Escape' && close()}
      onPointerDown={close}
    >
      {cloneElement(children, { 'aria-describedby': place ? id : undefined })}
      {place && createPortal(<Bubble id={id} place={place} content={content} />, document.body)}
    </chakra.span>
  );
}

function placeBy(element: Element | null | undefined): Place | undefined {
  if (!element) return undefined;
  const box = element.getBoundingClientRect();
  const below = box.top < 56;
  return { left: box.left + box.width / 2, top: below ? box.bottom + EDGE : box.top - EDGE, below };
}

function Bubble({ id, place, content }: { id: string; place: Place; content: ReactNode }) {
  const bubble = useRef<HTMLDivElement>(null);
  const [shift, setShift] = useState(0);
  useEffect(() => {
    const box = bubble.current?.getBoundingClientRect();
    if (!box) return;
    const over = box.right - (window.innerWidth - EDGE);
    setShift(box.left < EDGE ? EDGE - box.left : over > 0 ? -over : 0);
  }, []);
  return (
    <chakra.div
      ref={bubble}
      id={id}
      role="tooltip"
      position="fixed"
      zIndex="tooltip"
      maxW={72}
      px={2}
      py={1}
      borderRadius="control"
      bg="bg.inverted"
      color="fg.inverted"
      textStyle="xs"
      pointerEvents="none"
      animation="fade-in {durations.fast} {easings.out}"
      style={{
        left: place.left + shift,
        top: place.top,
        transform: `translate(-50%, ${place.below ? '0' : '-100%'})`,
      }}
    >
      {content}
    </chakra.div>
  );
}
