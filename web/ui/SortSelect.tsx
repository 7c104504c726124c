import type { Order } from '#web/lib/table-params.ts';
import { Select } from './Select.tsx';
import type { DataColumn } from './useDataTable.ts';

type Props<Row> = {
  columns: readonly DataColumn<Row>[];
  order: Order;
  onOrder: (order: Order) => void;
};

/** Sorts a list on phones, which show no column headers. */
export function SortSelect<Row>({ columns, order, onOrder }: Props<Row>) {
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
      options={options}
      value={`${order.descending ? '-' : ''}${order.by}`}
      onChange={({ target: { value } }) =>
        onOrder({ by: value.replace(/^-/, ''), descending: value.startsWith('-') })
      }
    />
  );
}
