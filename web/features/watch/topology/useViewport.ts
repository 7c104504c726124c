import { type PointerEvent, type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react';
import type { Layout, Placed } from './tree.ts';
import { box } from './tree.ts';

/** How the drawing is moved and scaled: a point p of it is at `x + k * p`. */
export interface View {
  x: number;
  y: number;
  k: number;
}

type Point = { x: number; y: number };

const smallest = 0.1;
const largest = 2;
/** Below this, names can't be read, so a drawing isn't shown smaller at first. */
const readable = 0.9;
const margin = 16;
/** One press of a button or key. */
export const zoomStep = 1.25;
/** How far an arrow key moves the drawing. */
export const panStep = 60;
/** A pointer that moves less has clicked. */
const clickTolerance = 4;

const limit = (value: number, from: number, to: number) => Math.min(to, Math.max(from, value));

/** Keeps some of the drawing in sight. */
function within(view: View, { bottom, right }: Layout, size: Size): View {
  const seen = 80;
  return {
    k: view.k,
    x: limit(view.x, seen - right * view.k, size.width - seen),
    y: limit(view.y, seen - bottom * view.k, size.height - seen),
  };
}

type Size = { width: number; height: number };

/** The whole drawing. @param least Where it doesn't fit at this scale, a node of it is in sight. */
function fit({ bottom, right, placed }: Layout, { width, height }: Size, least: number, seen = ''): View {
  const whole = Math.min((width - 2 * margin) / right, (height - 2 * margin) / bottom, 1);
  if (whole >= least) return { k: whole, x: (width - right * whole) / 2, y: (height - bottom * whole) / 2 };
  const { x = 0, y = 0 } = placed.get(seen) ?? {};
  return {
    k: least,
    x: Math.min(margin, width - margin - (x + box.width) * least),
    y: limit(height / 2 - y * least, Math.min(margin, height - margin - bottom * least), margin),
  };
}

const zoomAt = ({ x, y, k }: View, by: number, at: Point): View => {
  const next = limit(k * by, smallest, largest);
  return { k: next, x: at.x - ((at.x - x) * next) / k, y: at.y - ((at.y - y) * next) / k };
};

/** Moves and scales a drawing by pointer, wheel and keys. @param start The node that is in sight at first. */
export function useViewport(frame: RefObject<HTMLDivElement | null>, layout: Layout, start: string) {
  const [size, setSize] = useState<Size>({ width: 960, height: 480 });
  const [chosen, setChosen] = useState<View>();
  const view = chosen ?? fit(layout, size, readable, start);
  const change = (next: View) => setChosen(within(next, layout, size));
  const center = { x: size.width / 2, y: size.height / 2 };

  useEffect(() => {
    const element = frame.current!;
    const measure = () =>
      element.clientWidth > 0 && setSize({ width: element.clientWidth, height: element.clientHeight });
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, [frame]);

  // React's own listener can't keep the browser from zooming the page.
  const onWheel = useEffectEvent((event: WheelEvent) => {
    // Without the key, the wheel scrolls the page. Trackpads report a pinch like this.
    if (!event.ctrlKey && !event.metaKey) return;
    event.preventDefault();
    change(zoomAt(view, Math.exp(-event.deltaY / 200), pointIn(frame.current!, event)));
  });
  useEffect(() => {
    const element = frame.current!;
    const listen = (event: WheelEvent) => onWheel(event);
    element.addEventListener('wheel', listen, { passive: false });
    return () => element.removeEventListener('wheel', listen);
  }, [frame]);

  const pointers = useRef(new Map<number, Point>());
  const isDragged = useRef(false);
  const onPointerDown = (event: PointerEvent) => {
    if (event.button !== 0) return;
    if (pointers.current.size === 0) isDragged.current = false;
    pointers.current.set(event.pointerId, pointIn(frame.current!, event));
  };
  const onPointerMove = (event: PointerEvent) => {
    const before = pointers.current.get(event.pointerId);
    if (!before) return;
    const now = pointIn(frame.current!, event);
    const other = [...pointers.current].find(([id]) => id !== event.pointerId)?.[1];
    const moved = Math.hypot(now.x - before.x, now.y - before.y);
    if (!isDragged.current && moved < clickTolerance) return;
    isDragged.current = true;
    // Only now, because a captured pointer would click on the frame.
    frame.current?.setPointerCapture?.(event.pointerId);
    pointers.current.set(event.pointerId, now);
    const shifted = { ...view, x: view.x + now.x - before.x, y: view.y + now.y - before.y };
    if (!other) return change(shifted);
    const apart = (point: Point) => Math.hypot(point.x - other.x, point.y - other.y);
    const middle = { x: (now.x + other.x) / 2, y: (now.y + other.y) / 2 };
    change(zoomAt(view, apart(now) / Math.max(1, apart(before)), middle));
  };
  const onPointerEnd = (event: PointerEvent) => void pointers.current.delete(event.pointerId);

  return {
    view,
    size,
    pan: (x: number, y: number) => change({ ...view, x: view.x + x, y: view.y + y }),
    zoom: (by: number) => change(zoomAt(view, by, center)),
    fitAll: () => setChosen(fit(layout, size, smallest)),
    /** Moves a node into sight, and into the middle if it was out of sight. */
    reveal: ({ x, y }: Placed) => {
      const [left, middle] = [view.x + x * view.k, view.y + y * view.k];
      const isSeen =
        left >= 0 &&
        left + box.width * view.k <= size.width &&
        middle >= box.height &&
        middle <= size.height - box.height;
      if (isSeen) return;
      const k = Math.max(view.k, readable);
      setChosen({ k, x: center.x - (x + box.width / 2) * k, y: center.y - y * k });
    },
    handlers: {
      onPointerDown,
      onPointerMove,
      onPointerUp: onPointerEnd,
      onPointerCancel: onPointerEnd,
      onPointerLeave: onPointerEnd,
      // The end of a drag isn't a click on what is below the pointer.
      onClickCapture: (event: { preventDefault(): void; stopPropagation(): void }) => {
        if (!isDragged.current) return;
        isDragged.current = false;
        event.preventDefault();
        event.stopPropagation();
      },
    },
  };
}

function pointIn(element: Element, { clientX, clientY }: { clientX: number; clientY: number }): Point {
  const { left, top } = element.getBoundingClientRect();
  return { x: clientX - left, y: clientY - top };
}
