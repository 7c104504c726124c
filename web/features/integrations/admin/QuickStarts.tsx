import { Button, chakra } from '@chakra-ui/react';
import { useFormikContext } from 'formik';
import { quickStarts } from './quick-starts.ts';
import { fromQuickStart, type TemplateValues } from './template-form.ts';

/** Fills the form in; everything can be changed afterwards. */
export function QuickStarts() {
  const { setValues } = useFormikContext<TemplateValues>();
  return (
    <chakra.div
      role="group"
      aria-label="Quick start"
      display="flex"
      flexWrap="wrap"
      alignItems="center"
      gap={2}
    >
      <chakra.span textStyle="sm" color="fg.muted" me={1}>
        Quick start
      </chakra.span>
      {quickStarts.map((start) => (
        <Button
          key={start.label}
          variant="outline"
          size="sm"
          aria-label={`Begin with the ${start.label} template`}
          onClick={() => void setValues(fromQuickStart(start))}
        >
          {start.label}
        </Button>
      ))}
    </chakra.div>
  );
}
