import { Document, isScalar, isSeq, visit } from 'yaml';
import { fieldsOf, type ListedSection } from './fields.ts';
import type { Present, Thing } from './present.ts';
import { fileVersion, nameField } from './read-file.ts';

/** Characters of a list that stands in one line. */
const longestLine = 80;

/** What a team is set up with, as YAML. The same setup makes the same text: files can be compared. */
export function writeFile(present: Present): string {
  const file = new Document(
    {
      version: fileVersion,
      team: { name: present.teamName },
      rules: entriesOf('rules', present.rules),
      channels: entriesOf('channels', present.channels),
      maintenanceWindows: entriesOf(
        'maintenanceWindows',
        present.maintenanceWindows.filter(({ isOver }) => !isOver),
      ),
    },
    { aliasDuplicateObjects: false },
  );
  file.commentBefore = heading;
  visit(file, {
    Seq: (_, node) => {
      const isShort = node.items.every(isScalar) && JSON.stringify(node).length <= longestLine;
      if (isSeq(node) && isShort) node.flow = true;
    },
  });
  return file.toString({ lineWidth: 0, flowCollectionPadding: false });
}

const heading = [
  ' How this team is set up: rules, channels, maintenance windows and the name of the team.',
  ' What is left out of an entry is as usual. A part that is left out altogether is left alone.',
  ' Of addresses and secrets only the end is shown: a channel that exists keeps its own.',
].join('\n');

function entriesOf(section: ListedSection, things: readonly Thing[]): object[] {
  return things.map(({ id, name, values }) => {
    const isShared = things.filter((one) => one.name === name).length > 1;
    const fields = fieldsOf(section).filter((field) => field.name !== nameField(section));
    const unusual = fields.filter((field) => field.isRequired || !isSame(values[field.name], field.usual));
    return {
      [nameField(section)]: name,
      ...(isShared && { id }),
      ...Object.fromEntries(unusual.map((field) => [field.name, values[field.name]])),
    };
  });
}

/** Whether two values are one: lists in the same order, blanks like nothing. */
export function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(filled(one)) === JSON.stringify(filled(other));
}

const filled = (value: unknown) => (value === '' ? null : (value ?? null));
