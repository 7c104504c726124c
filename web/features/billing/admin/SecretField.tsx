import { Button, chakra } from '@chakra-ui/react';
import { useFormikContext } from 'formik';
import { PasswordField } from '#web/ui/PasswordField.tsx';

type Props = {
  name: string;
  label: string;
  help: string;
  /** What may be shown of the saved one; null: none is saved. */
  saved?: string | null;
  replacing: boolean;
  onReplace: (replacing: boolean) => void;
};

/** A secret that is only ever written: what is saved shows its tail, and a new one is typed in its place. */
export function SecretField({ name, label, help, saved, replacing, onReplace }: Props) {
  const { setFieldValue } = useFormikContext();
  if (!saved || replacing) {
    const keep = () => {
      void setFieldValue(name, '');
      onReplace(false);
    };
    return (
      <div>
        <PasswordField
          name={name}
          label={label}
          help={saved ? `${help} Leave it empty to keep ${saved}.` : help}
          autoComplete="new-password"
          autoFocus={replacing}
        />
        {saved && (
          <Button variant="plain" size="sm" onClick={keep}>
            Keep the saved one
          </Button>
        )}
      </div>
    );
  }
  return (
    <chakra.div display="flex" flexWrap="wrap" alignItems="center" columnGap={4} rowGap={1}>
      <chakra.div flex="1 1 12rem" minW={0}>
        <chakra.p fontWeight="medium">{label}</chakra.p>
        <chakra.p color="fg.muted">
          Saved: <chakra.span fontFamily="mono">{saved}</chakra.span>
        </chakra.p>
      </chakra.div>
      <Button
        variant="outline"
        size="sm"
        aria-label={`Replace ${label.toLowerCase()}`}
        onClick={() => onReplace(true)}
      >
        Replace
      </Button>
    </chakra.div>
  );
}
