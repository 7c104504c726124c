import {
  ConfigurationChangeKind,
  ConfigurationSection,
  type ConfigurationChange,
  type ConfigurationFieldChange,
} from './configuration.ts';
import { fieldsOf, type Value } from './fields.ts';
import type { Thing } from './present.ts';
import type { Step } from './steps.ts';
import { isSame } from './write-file.ts';

/** What a step really changed; undefined where it came to nothing, since what was written otherwise means the same. */
export function differenceOf(step: Step, now: Thing | null): ConfigurationChange | undefined {
  const { section, kind, name, line, thing } = step;
  const fields = now ? fieldChanges(step, now) : [];
  if (kind === ConfigurationChangeKind.changed && fields.length === 0) return undefined;
  return {
    section: ConfigurationSection[section],
    kind,
    name: thing && !now ? thing.name : name,
    line,
    fields,
  };
}

function fieldChanges({ section, thing, name }: Step, now: Thing): ConfigurationFieldChange[] {
  const renamed = thing && thing.name !== name ? [{ field: 'name', before: thing.name, after: name }] : [];
  const changed = fieldsOf(section).flatMap((field) => {
    if (field.name === 'name' || field.name === 'type') return [];
    const before = thing ? thing.values[field.name] : field.usual;
    const after = now.values[field.name];
    // Two addresses may look the same.
    const isHiddenChange = field.name === 'webhookUrl' && thing && thing.hidden !== now.hidden;
    if (isSame(before, after) && !isHiddenChange) return [];
    return [{ field: field.name, before: thing ? words(before) : null, after: words(after) }];
  });
  return [...renamed, ...changed];
}

function words(value: Value | undefined): string | null {
  if (value == null || value === '') return null;
  if (typeof value === 'object') return value.length > 0 ? value.join(', ') : null;
  return String(value);
}
