import type { Order } from '#web/lib/table-address.ts';
import { Select } from './Select.tsx';
import type { DataColumn } from './useDataTable.ts';

type Props<Row> = {
  columns: readonly DataColumn<Row>[];
  order: Order;
  onOrder: (order: Order) => void;
};

/** The orders of a table where there are no columns to press: on a phone. */
export function OrderSelect<Row>({ columns, order, onOrder }: Props<Row>) {
  const options = columns.flatMap(({ name, sort }) =>
    sort
      ? [false, true].map((turned) => {
          const descending = turned !== (sort.descending ?? false);
          return { value: `${descending ? '-' : ''}${sort.by}`, label: `${name} ${descending ? '↓' : '↑'}` };
        })
      : [],
  );
  return (
    <Select
      aria-label="Order"
      size="sm"
      options={options}
      value={`${order.descending ? '-' : ''}${order.by}`}
      onChange={({ target: { value } }) =>
        onOrder({ by: value.replace(/^-/, ''), descending: value.startsWith('-') })
      }
    />
  );
}
