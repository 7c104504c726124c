/**
 * Groups of places from which one comes back to where one was (strongly connected components; Tarjan, without recursion: there
 * may be thousands). A place alone is one when it leads to itself.
 */
export function knots(next: readonly (readonly number[])[]): number[][] {
  const order = new Map<number, number>();
  const lowest: number[] = [];
  const waiting: number[] = [];
  const isWaiting = new Set<number>();
  const found: number[][] = [];

  const enter = (place: number) => {
    order.set(place, order.size);
    lowest[place] = order.get(place)!;
    waiting.push(place);
    isWaiting.add(place);
  };
  const leave = (place: number) => {
    if (lowest[place] !== order.get(place)) return;
    const group = waiting.splice(waiting.lastIndexOf(place));
    for (const one of group) isWaiting.delete(one);
    if (group.length > 1 || next[place]!.includes(place)) found.push(group);
  };

  for (const start of next.keys()) {
    if (order.has(start)) continue;
    enter(start);
    const way = [{ place: start, done: 0 }];
    while (way.length > 0) {
      const here = way.at(-1)!;
      const other = next[here.place]![here.done++];
      if (other === undefined) {
        leave(here.place);
        way.pop();
        const above = way.at(-1);
        if (above) lowest[above.place] = Math.min(lowest[above.place]!, lowest[here.place]!);
      } else if (!order.has(other)) {
        enter(other);
        way.push({ place: other, done: 0 });
      } else if (isWaiting.has(other)) {
        lowest[here.place] = Math.min(lowest[here.place]!, order.get(other)!);
      }
    }
  }
  return found;
}
