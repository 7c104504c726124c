import { Field, Int, ObjectType } from 'type-graphql';

@ObjectType({
  description: 'What an authenticator app needs. It is worth nothing until a code has confirmed it.',
})
export class TwoFactorSetup {
  @Field({ description: 'A picture for scanning, as a data: URL.' })
  qrCodeUrl!: string;

  @Field({ description: 'The same for typing, in groups of four.' })
  manualEntryKey!: string;
}

@ObjectType({ description: 'What became of the second factor.' })
export class TwoFactorChange {
  @Field({ description: 'Always true: a wrong code is an error.' })
  success!: boolean;

  @Field({ description: 'What became of it, in a sentence.' })
  message!: string;

  @Field(() => [String], {
    description: 'Each stands in for a code once. They are shown this once; empty where none were made.',
  })
  recoveryCodes!: string[];
}

@ObjectType({ description: 'How it stands with your second factor.' })
export class TwoFactorStatus {
  @Field({ description: 'Signing in asks for a code besides the password.' })
  enabled!: boolean;

  @Field({ description: 'The operator demands it of everybody.' })
  required!: boolean;

  @Field(() => Int, { description: 'Of ten; 0 where two factors are off.' })
  recoveryCodesLeft!: number;
}
