import { Button, chakra, Input } from '@chakra-ui/react';
import { useState, type FormEvent } from 'react';
import { localInput } from '#web/features/alerts/snooze.ts';

type Props = {
  /** ISO 8601; undefined: now. */
  at: string | undefined;
  onChange: (at: string | undefined) => void;
};

/** Chooses a moment that has passed, in the reader's own time zone. */
export function MomentField({ at, onChange }: Props) {
  const chosen = inputOf(at);
  const [typed, setTyped] = useState(chosen);
  const [known, setKnown] = useState(chosen);
  // Back and Forward change the moment without typing.
  if (known !== chosen) {
    setKnown(chosen);
    setTyped(chosen);
  }
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const moment = new Date(typed);
    onChange(Number.isNaN(moment.getTime()) ? undefined : moment.toISOString());
  };
  return (
    <chakra.form onSubmit={submit} display="flex" flexWrap="wrap" alignItems="end" gap={2}>
      <chakra.label display="flex" flexDirection="column" gap={1} w={{ base: 'full', md: 'auto' }}>
        <chakra.span fontWeight="medium" textStyle="sm">
          At
        </chakra.span>
        <Input
          type="datetime-local"
          value={typed}
          max={localInput(new Date())}
          onChange={({ target }) => setTyped(target.value)}
        />
      </chakra.label>
      <Button type="submit" variant="outline">
        Explain this moment
      </Button>
      <Button variant="ghost" onClick={() => onChange(undefined)}>
        Now
      </Button>
    </chakra.form>
  );
}

/** What the field shows of an address; nothing of one that is no moment. */
function inputOf(at: string | undefined): string {
  const moment = at === undefined ? new Date() : new Date(at);
  return Number.isNaN(moment.getTime()) ? '' : localInput(moment);
}
