import type { Limit } from '#api/security/attempts/attempts.ts';
import type { ViewerContext } from '#api/graphql/context.ts';
import { Conflict, Invalid } from '#api/lib/errors.ts';
import { validateInput } from '#api/graphql/schema/validate.ts';
import { record } from '../audit/audit.service.ts';
import { withLockedTeam } from '../teams/lock-team.store.ts';
import { TeamInput } from '../teams/team.input.ts';
import { renameTeam } from '../teams/teams.service.ts';
import { applyStep, refusalOf } from './apply-step.service.ts';
import {
  ConfigurationChangeKind,
  ConfigurationSection,
  type AppliedConfiguration,
  type ConfigurationChange,
  type ConfigurationPreview,
  type ConfigurationProblem,
} from './configuration.ts';
import { changeOf, planSection, type Step, writeFile } from './plan.ts';
import { fingerprintOf, currentSetup, type CurrentSetup } from './current-setup.store.ts';
import { nouns, parseFile, type DesiredSetup } from './parse-file.ts';

/** Previews and applies per team, because each one is executed in full. */
const tries: Limit = {
  name: 'configuration',
  attempts: 60,
  seconds: 600,
  message: "You've previewed or applied too many configuration files. Try again in a few minutes.",
};

/** The team's setup as YAML. Recorded like every export. */
export function configurationFile({ em, ...ctx }: ViewerContext): Promise<string> {
  return em.transactional(async (em) => {
    const current = await currentSetup({ ...ctx, em });
    const { rules, channels, maintenanceWindows } = current;
    await record(em, ctx, {
      action: 'configuration.export',
      subject: current.teamName,
      subjectId: ctx.viewer.team.id,
      after: { rows: rules.length + channels.length + maintenanceWindows.length },
    });
    return writeFile(current);
  });
}

/** Previews a file by applying it and rolling back. @throws TooMany */
export async function previewConfiguration(ctx: ViewerContext, file: string): Promise<ConfigurationPreview> {
  await ctx.app.attempts.take(tries, ctx.viewer.team.id);
  const taken = new PreviewRollback();
  try {
    await withLockedTeam(ctx, 'manage', async (own) => {
      const current = await currentSetup(own);
      const { changes, unchanged, problems, toEnter } = await applyFile(own, current, file);
      taken.preview = { basedOn: fingerprintOf(current, file), changes, unchanged, problems, toEnter };
      throw taken;
    });
  } catch (error) {
    if (error !== taken) throw error;
  }
  return taken.preview!;
}

/** Thrown to roll a preview back. */
class PreviewRollback extends Error {
  preview?: ConfigurationPreview;
}

/** @throws Conflict if the team or the file differs from the preview, Invalid if the file has problems */
export async function applyConfiguration(
  ctx: ViewerContext,
  file: string,
  basedOn: string,
): Promise<AppliedConfiguration> {
  await ctx.app.attempts.take(tries, ctx.viewer.team.id);
  return withLockedTeam(ctx, 'manage', async (own) => {
    const current = await currentSetup(own);
    if (fingerprintOf(current, file) !== basedOn)
      throw new Conflict('Something has changed since the preview. Preview the file again.');
    const { problems, unchanged: _, ...done } = await applyFile(own, current, file);
    if (problems[0]) throw new Invalid({ file: sentenceOf(problems[0]) });
    const count = (kind: ConfigurationChangeKind) =>
      done.changes.filter((change) => change.kind === kind).length;
    await record(own.em, own, {
      action: 'configuration.apply',
      subject: current.teamName,
      subjectId: own.viewer.team.id,
      after: {
        added: count(ConfigurationChangeKind.added),
        changed: count(ConfigurationChangeKind.changed),
        removed: count(ConfigurationChangeKind.removed),
      },
    });
    return done;
  });
}

const sentenceOf = ({ line, message }: ConfigurationProblem) =>
  line === null ? message : `Line ${line}: ${message}`;

interface ApplyResult extends Omit<ConfigurationPreview, 'basedOn'>, AppliedConfiguration {}

/** Applies the file within the caller's transaction, which must be rolled back if there are problems. */
async function applyFile(ctx: ViewerContext, current: CurrentSetup, file: string): Promise<ApplyResult> {
  const { wanted, problems } = parseFile(file);
  const done: ApplyResult = { changes: [], unchanged: 0, problems, toEnter: [], signingSecret: null };
  if (problems.length > 0) return done;
  for (const section of ['rules', 'channels', 'maintenanceWindows'] as const) {
    const { steps, unchanged, problems: unclear } = planSection(section, current, wanted);
    done.problems.push(...unclear);
    done.unchanged += unchanged;
    const changes: ConfigurationChange[] = [];
    for (const step of steps) {
      const change = await tryOut(ctx, step, current, done);
      if (change) changes.push(change);
    }
    done.changes.push(...changes.toSorted((a, b) => (a.line ?? Infinity) - (b.line ?? Infinity)));
  }
  await renamed(ctx, current, wanted, done);
  done.problems.sort((a, b) => (a.line ?? 0) - (b.line ?? 0));
  return done;
}

async function tryOut(
  ctx: ViewerContext,
  step: Step,
  { names }: CurrentSetup,
  done: ApplyResult,
): Promise<ConfigurationChange | undefined> {
  try {
    const { item, signingSecret } = await applyStep(ctx, step, names);
    done.signingSecret ??= signingSecret;
    if (step.lacksAddress)
      done.toEnter.push(
        `The URL of ${step.name}. Enter it under Integrations. The channel is off until then.`,
      );
    const change = changeOf(step, item);
    if (!change) done.unchanged += 1;
    return change;
  } catch (error) {
    const refused = refusalOf(error);
    if (!refused) throw error;
    for (const { field, message } of refused) {
      const line = (field && step.lines[field]) || step.line;
      done.problems.push({ line, message: `${nouns[step.section]} "${step.name}": ${message}` });
    }
    return undefined;
  }
}

async function renamed(
  ctx: ViewerContext,
  { teamName }: CurrentSetup,
  { team }: DesiredSetup,
  done: ApplyResult,
): Promise<void> {
  if (!team) return;
  const name = team.name.trim();
  if (name === teamName) {
    done.unchanged += 1;
    return;
  }
  try {
    const input = Object.assign(new TeamInput(), { name });
    await validateInput(input, TeamInput as never, {} as never);
    await renameTeam(ctx, input);
    done.changes.unshift({
      section: ConfigurationSection.team,
      kind: ConfigurationChangeKind.changed,
      name: teamName,
      line: team.line,
      fields: [{ field: 'name', before: teamName, after: name }],
    });
  } catch (error) {
    const refused = refusalOf(error);
    if (!refused) throw error;
    done.problems.push(...refused.map(({ message }) => ({ line: team.line, message: `Team: ${message}` })));
  }
}
