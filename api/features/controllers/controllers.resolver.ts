import {
  Arg,
  Args,
  Ctx,
  Field,
  ID,
  Int,
  Mutation,
  ObjectType,
  Query,
  Resolver,
  Root,
  Subscription,
} from 'type-graphql';
import { Allow } from '#api/graphql/access.ts';
import type { ViewerContext } from '#api/graphql/context.ts';
import { servedByHub, type LiveField, type LiveRoot } from '#api/live/live-field.ts';
import * as service from './controllers.service.ts';
import { ConnectionTest, Site } from './controllers.service.ts';
import { Controller } from './controller.entity.ts';
import {
  ControllerChanges,
  ControllerInput,
  SiteManagerInput,
  ControllerPage,
  ControllerSearch,
  DeviceSearch,
} from './controller.input.ts';
import * as list from './controller-list.service.ts';
import { ControllerStates } from './controller-list.service.ts';
import { Device } from './device.entity.ts';
import { deviceModels, devices, ModelCount } from './devices.service.ts';

@ObjectType({ description: 'An API key of a simulated network in the demo.' })
class DemoKey {
  @Field({ description: 'Name of the network, e.g. `Head Office`.' })
  name!: string;

  @Field({ description: 'The key, which `createController` and `connectSiteManager` accept.' })
  apiKey!: string;
}

@Resolver()
export class ControllersResolver {
  @Allow('read')
  @Query(() => [Controller], {
    description: "Your team's controllers, or those that are found, oldest first.",
  })
  controllers(
    @Args(() => ControllerPage) page: ControllerPage,
    @Ctx() ctx: ViewerContext,
  ): Promise<Controller[]> {
    return list.controllers(ctx, page);
  }

  @Allow('read')
  @Query(() => Controller, { description: 'Returns one of your controllers.' })
  controller(
    @Arg('id', () => ID, { description: 'ID of a controller of your team.' }) id: string,
    @Ctx() ctx: ViewerContext,
  ): Promise<Controller> {
    return service.controller(ctx, id);
  }

  @Allow('read')
  @Query(() => Int, { description: 'How many controllers your team has, or how many are found.' })
  controllerCount(
    @Args(() => ControllerSearch) search: ControllerSearch,
    @Ctx() ctx: ViewerContext,
  ): Promise<number> {
    return list.controllerCount(ctx, search);
  }

  @Allow('read')
  @Query(() => ControllerStates, { description: 'Number of your controllers in each state.' })
  controllerStates(@Ctx() ctx: ViewerContext): Promise<ControllerStates> {
    return list.controllerStates(ctx);
  }

  @Allow('read')
  @Query(() => [Site], { description: "Sites that a controller's API key can see, read from UniFi now." })
  sites(
    @Arg('controller', () => ID, { description: 'One of your controllers.' }) controller: string,
    @Ctx() ctx: ViewerContext,
  ): Promise<Site[]> {
    return service.sites(ctx, controller);
  }

  @Allow('read')
  @Query(() => [Device], { description: "A controller's devices as they were last seen, by name." })
  devices(
    @Arg('controllerId', () => ID, { description: 'One of your controllers.' }) controllerId: string,
    @Args(() => DeviceSearch) search: DeviceSearch,
    @Ctx() ctx: ViewerContext,
  ): Promise<Device[]> {
    return devices(ctx, controllerId, search);
  }

  @Allow('read')
  @Query(() => [ModelCount], {
    description: "Returns up to 1,000 models of your team's devices, the most frequent first.",
  })
  deviceModels(@Ctx() ctx: ViewerContext): Promise<ModelCount[]> {
    return deviceModels(ctx);
  }

  @Allow('read')
  @Query(() => [DemoKey], {
    description:
      'API keys of the simulated networks that anyone may add in the demo. Empty outside the demo.',
  })
  demoKeys(@Ctx() { app }: ViewerContext): DemoKey[] {
    return [...(app.demoKeys ?? [])];
  }

  @Allow('manage')
  @Mutation(() => Controller, {
    description:
      'Adds a controller by the key of its UniFi account. Refused when UniFi does not accept the key.',
  })
  createController(
    @Arg('input', () => ControllerInput, { description: 'What to call it, and its key.' })
    input: ControllerInput,
    @Ctx() ctx: ViewerContext,
  ): Promise<Controller> {
    return service.createController(ctx, input);
  }

  @Allow('manage')
  @Mutation(() => Controller, {
    description: 'Adds a controller from an API key. Its name is read from UniFi.',
  })
  connectSiteManager(
    @Arg('input', () => SiteManagerInput, { description: 'The API key.' }) input: SiteManagerInput,
    @Ctx() ctx: ViewerContext,
  ): Promise<Controller> {
    return service.connectSiteManager(ctx, input);
  }

  @Allow('manage')
  @Mutation(() => Controller, {
    description: 'Updates a controller. A new key or site is tested immediately.',
  })
  updateController(
    @Arg('id', () => ID, { description: 'One of your controllers.' }) id: string,
    @Arg('input', () => ControllerChanges, {
      description: 'Fields to change. Omitted fields keep their value.',
    })
    input: ControllerChanges,
    @Ctx() ctx: ViewerContext,
  ): Promise<Controller> {
    return service.updateController(ctx, id, input);
  }

  @Allow('manage')
  @Mutation(() => ID, { description: 'Removes a controller with its rules, alerts and measurements.' })
  deleteController(
    @Arg('id', () => ID, { description: 'ID of one of your controllers. Returned as the result.' })
    id: string,
    @Ctx() ctx: ViewerContext,
  ): Promise<string> {
    return service.deleteController(ctx, id);
  }

  @Allow('read')
  @Subscription(() => Controller, {
    ...servedByHub,
    description: 'Sends each controller that was added or changed, including its status.',
  })
  async controllerChanged(@Root() { event }: LiveRoot, @Ctx() ctx: ViewerContext): Promise<Controller> {
    return service.controller(ctx, event?.controllerId ?? '');
  }

  @Allow('manage')
  @Mutation(() => ConnectionTest, {
    description: 'Tests the API key with UniFi. A rejection is a result, not an error.',
  })
  testController(
    @Arg('id', () => ID, { description: 'One of your controllers.' }) id: string,
    @Ctx() ctx: ViewerContext,
  ): Promise<ConnectionTest> {
    return service.testController(ctx, id);
  }
}

export const controllerChanged: LiveField = {
  accepts: ({ kind }) => kind === 'controller',
  replay: true,
  authorize: () => undefined,
};
