import { MaxLength } from 'class-validator';
import { ArgsType, Field } from 'type-graphql';

@ArgsType()
export class SaveAdminSettingArgs {
  @Field({ description: 'Key of one of `adminSettings`.' })
  @MaxLength(100, { message: 'The key must be 100 characters or less' })
  key!: string;

  @Field(() => String, {
    nullable: true,
    description: 'New value. An empty string clears it. If omitted, nothing is saved.',
  })
  @MaxLength(1000, { message: 'The value must be 1,000 characters or less' })
  value?: string | null;
}
