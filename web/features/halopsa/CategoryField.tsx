import { useQuery } from '@apollo/client/react';
import { Choice } from '#web/ui/Choice.tsx';
import { optionsOf, pick } from './choices.ts';
import { HalopsaCategories } from './halopsa.gql.ts';

/** The documented default, which nobody has chosen: the ticket then has no category. */
const UNCHOSEN = 1;

export type Category = { haloCategory: number; haloCategoryName: string | null };

type Props = {
  category: Category;
  isConfigured: boolean;
  onChange: (category: Category) => void;
  error?: string;
  disabled?: boolean;
};

/** The category of a ticket. */
export function CategoryField({ category, isConfigured, onChange, error, disabled }: Props) {
  const { data, error: broken } = useQuery(HalopsaCategories, { skip: !isConfigured });
  const rows = data?.halopsaCategories;
  const { haloCategory, haloCategoryName } = category;
  const chosen = haloCategory === UNCHOSEN && !haloCategoryName ? null : haloCategory;
  const choose = (value: string) => {
    const { id, name } = pick(rows, value);
    onChange({ haloCategory: id ?? UNCHOSEN, haloCategoryName: name });
  };
  return (
    <Choice
      label="Category"
      value={chosen === null ? '' : String(chosen)}
      placeholder="No category"
      options={optionsOf(rows, chosen, haloCategoryName)}
      disabled={disabled}
      help={broken && !rows ? 'The categories cannot be loaded at the moment.' : undefined}
      error={error}
      onChange={choose}
    />
  );
}
