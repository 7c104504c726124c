/**
 * The two documented scales: a rule's goes from 1 Low to 5 Critical, a controller's from 1 high to 3 low
 * (specification 1, section 5).
 */
export interface WishedPriority {
  scale: 'rule' | 'ticket';
  value: number;
}

/** How urgent a step of either scale is: 0 most, 1 least. */
function urgency({ scale, value }: WishedPriority): number {
  const least = scale === 'rule' ? (5 - value) / 4 : (value - 1) / 2;
  return Math.min(1, Math.max(0, least));
}

/** The priority of a tenant that stands where the wished one stands in its scale; `numbers` come most urgent first. */
export function tenantPriority(wished: WishedPriority, numbers: readonly number[]): number | undefined {
  return numbers[Math.round(urgency(wished) * (numbers.length - 1))];
}
