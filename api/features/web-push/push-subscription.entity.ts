import type { Rel } from '@mikro-orm/core';
import {
  Entity,
  Enum,
  Index,
  ManyToOne,
  OneToOne,
  PrimaryKey,
  Property,
  Unique,
} from '@mikro-orm/decorators/legacy';
import { Field, GraphQLISODateTime, ID, ObjectType } from 'type-graphql';
import { Singleton } from '#api/db/singleton.ts';
import type { Sealed } from '#api/security/secrets.ts';
import { AlertSeverity } from '../alerts/alert.enums.ts';
import { Session } from '../auth/session/session.entity.ts';
import { Membership } from '../teams/membership.entity.ts';
import { User } from '../users/user.entity.ts';

/** A browser that receives push notifications for one person in one team. It goes with their membership. */
@ObjectType({ description: 'A browser that receives push notifications for you in this team.' })
@Entity()
@Unique({ properties: ['membership', 'endpointHash'] })
export class PushSubscription {
  @Field(() => ID, { description: 'UUID, used by `testPushSubscription` and `unsubscribeFromPush`.' })
  @PrimaryKey({ type: 'uuid', defaultRaw: 'gen_random_uuid()' })
  id!: string;

  @ManyToOne(() => Membership, { deleteRule: 'cascade' })
  membership!: Rel<Membership>;

  /** The session that turned it on. `null` once that has expired. Ending the session ends this too. */
  @Index()
  @ManyToOne(() => Session, { nullable: true, deleteRule: 'set null' })
  session?: Rel<Session> | null;

  /** Lets a browser recognize its own entry, and us find a subscription without decrypting any. */
  @Field({ description: "SHA-256 of the browser's endpoint URL, as lowercase hex." })
  @Index()
  @Property({ type: 'text' })
  endpointHash!: string;

  /** `SubscriptionKeys` as encrypted JSON: who knows them can send to the browser. */
  @Property({ type: 'text', lazy: true })
  sealed!: Sealed;

  @Field({ description: 'Browser and operating system, such as `Chrome on Android`.' })
  @Property({ type: 'text' })
  name!: string;

  @Field(() => GraphQLISODateTime, {
    nullable: true,
    description: 'When its push service last accepted a notification. `null` if it never has.',
  })
  @Property({ type: 'timestamptz', nullable: true })
  lastAcceptedAt?: Date | null;

  /** The delivery that it accepted last, so that a retry for another browser doesn't repeat it here. */
  @Property({ type: 'uuid', nullable: true })
  lastDeliveryId?: string | null;

  @Field(() => GraphQLISODateTime, { description: 'When push notifications were turned on in it.' })
  @Property({ type: 'timestamptz', defaultRaw: 'now()' })
  createdAt: Date = new Date();
}

/** What a browser's `PushSubscription` tells its server. */
export interface SubscriptionKeys {
  endpoint: string;
  /** Public key of the browser, base64url. */
  p256dh: string;
  /** Secret shared with the browser, base64url. */
  auth: string;
}

/** Which alerts one person's browsers receive. A row exists once they have changed something. */
@Entity()
export class PushPreferences {
  @PrimaryKey({ type: 'uuid', defaultRaw: 'gen_random_uuid()' })
  id!: string;

  @OneToOne(() => User, { deleteRule: 'cascade', unique: true, owner: true })
  user!: Rel<User>;

  @Enum({ items: () => AlertSeverity, array: true, default: [AlertSeverity.critical] })
  severities: AlertSeverity[] = [AlertSeverity.critical];

  @Property({ type: 'boolean', default: false })
  criticalInQuietHours: boolean = false;
}

/** The key pair by which push services recognize this installation (RFC 8292). Generated on first use. */
@Entity()
export class PushKey extends Singleton {
  /** Base64url. Browsers accept messages from its owner only. */
  @Property({ type: 'text' })
  publicKey!: string;

  /** The private key, base64url. */
  @Property({ type: 'text' })
  sealed!: Sealed;
}
