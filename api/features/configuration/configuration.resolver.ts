import { Arg, Ctx, Mutation, Query, Resolver } from 'type-graphql';
import { Allow } from '#api/graphql/access.ts';
import type { CustomerContext } from '#api/graphql/context.ts';
import { AppliedConfiguration, ConfigurationPreview } from './configuration.ts';
import * as service from './configuration.service.ts';
import { largestFile } from './read-file.ts';

const theFile = `YAML, as \`configurationFile\` answers it; at most ${largestFile / 1024} KB.`;

@Resolver()
export class ConfigurationResolver {
  @Allow('read')
  @Query(() => String, {
    description:
      'How your team is set up, as a YAML file: rules, channels without their secrets, maintenance windows that are on or to come, and the name of the team.',
  })
  configurationFile(@Ctx() ctx: CustomerContext): Promise<string> {
    return service.configurationFile(ctx);
  }

  @Allow('manage')
  @Mutation(() => ConfigurationPreview, {
    description:
      'What a configuration file would add, change and remove, and what is wrong with it. Changes nothing.',
  })
  previewConfiguration(
    @Arg('file', () => String, { description: theFile }) file: string,
    @Ctx() ctx: CustomerContext,
  ): Promise<ConfigurationPreview> {
    return service.previewConfiguration(ctx, file);
  }

  @Allow('manage')
  @Mutation(() => AppliedConfiguration, {
    description:
      'Makes your team as a configuration file says, all of it or nothing. Refused where something has changed since the preview.',
  })
  applyConfiguration(
    @Arg('file', () => String, { description: theFile }) file: string,
    @Arg('basedOn', () => String, { description: 'What `previewConfiguration` of the same file answered.' })
    basedOn: string,
    @Ctx() ctx: CustomerContext,
  ): Promise<AppliedConfiguration> {
    return service.applyConfiguration(ctx, file, basedOn);
  }
}
