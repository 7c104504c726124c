import { ArrayMaxSize, ArrayUnique, Matches, MaxLength } from 'class-validator';
import { Field, ID, InputType, ObjectType } from 'type-graphql';
import { AlertSeverity } from '../alerts/alert.enums.ts';
import { PushSubscription } from './push-subscription.entity.ts';

const invalid = {
  message: "This browser's push subscription isn't valid. Turn notifications off and on again.",
};

@InputType({ description: "A browser's `PushSubscription`, as the Push API returns it." })
export class PushSubscriptionInput {
  @Field({ description: 'URL of its push service, which identifies the browser. At most 2048 characters.' })
  @MaxLength(2048, invalid)
  endpoint!: string;

  @Field({ description: 'Public key of the browser (`p256dh`), 65 bytes in base64url.' })
  @Matches(/^[\w-]{87}=?$/, invalid)
  p256dh!: string;

  @Field({ description: 'Authentication secret of the browser (`auth`), 16 bytes in base64url.' })
  @Matches(/^[\w-]{22}(==)?$/, invalid)
  auth!: string;
}

@InputType({ description: 'Which alerts your browsers receive as push notifications.' })
export class PushPreferencesInput {
  @Field(() => [AlertSeverity], { description: 'Severities, without duplicates. None turns them all off.' })
  @ArrayMaxSize(4, { message: 'Each severity can be chosen once' })
  @ArrayUnique({ message: 'Each severity can be chosen once' })
  severities!: AlertSeverity[];

  @Field({ description: 'Whether critical alerts are pushed during your quiet hours, too.' })
  criticalInQuietHours!: boolean;
}

@ObjectType({ description: 'Your push notifications in this team.' })
export class PushSettings {
  @Field(() => ID, { description: 'Same as the ID of your membership in the team.' })
  id!: string;

  @Field({
    description:
      "The installation's public key, base64url: `applicationServerKey` for the browser's `pushManager.subscribe()`.",
  })
  publicKey!: string;

  @Field(() => [AlertSeverity], {
    description: 'Severities that you receive, in all of your teams. By default critical alerts only.',
  })
  severities!: AlertSeverity[];

  @Field({
    description:
      'Whether critical alerts are pushed during your quiet hours, too. By default nothing is pushed until they end.',
  })
  criticalInQuietHours!: boolean;

  @Field(() => [PushSubscription], {
    description: 'Browsers that receive push notifications for you in this team, newest first.',
  })
  subscriptions!: PushSubscription[];
}
