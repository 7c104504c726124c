import { Arg, Ctx, Mutation, Query, Resolver } from 'type-graphql';
import { Allow } from '#api/graphql/access.ts';
import type { ViewerContext } from '#api/graphql/context.ts';
import { AppliedConfiguration, ConfigurationPreview } from './configuration.ts';
import * as service from './configuration.service.ts';
import { maxFileBytes } from './parse-file.ts';

const theFile = `YAML as returned by \`configurationFile\`, up to ${maxFileBytes / 1024} KB.`;

@Resolver()
export class ConfigurationResolver {
  @Allow('read')
  @Query(() => String, {
    description:
      "Your team's setup as a YAML file: name, rules, channels without secrets, and active and upcoming maintenance windows, except those that were started for alerts.",
  })
  configurationFile(@Ctx() ctx: ViewerContext): Promise<string> {
    return service.configurationFile(ctx);
  }

  @Allow('manage')
  @Mutation(() => ConfigurationPreview, {
    description:
      'Returns what a configuration file would add, change and remove, and its problems. Changes nothing.',
  })
  previewConfiguration(
    @Arg('file', () => String, { description: theFile }) file: string,
    @Ctx() ctx: ViewerContext,
  ): Promise<ConfigurationPreview> {
    return service.previewConfiguration(ctx, file);
  }

  @Allow('manage')
  @Mutation(() => AppliedConfiguration, {
    description:
      'Applies a configuration file to your team, completely or not at all. Fails if something has changed since the preview.',
  })
  applyConfiguration(
    @Arg('file', () => String, { description: theFile }) file: string,
    @Arg('basedOn', () => String, { description: 'What `previewConfiguration` of the same file answered.' })
    basedOn: string,
    @Ctx() ctx: ViewerContext,
  ): Promise<AppliedConfiguration> {
    return service.applyConfiguration(ctx, file, basedOn);
  }
}
