import { ValidateNested } from 'class-validator';
import { Field, InputType } from 'type-graphql';
import { PartialInput } from '#api/graphql/schema/partial-input.ts';
import { IsName } from '#api/graphql/schema/texts.ts';
import { AlertGrouping, AlertOrder } from '../open-alerts.input.ts';
import { AlertViewFilters } from './alert-view.entity.ts';

@InputType({ description: 'A view of Current Alerts to save.' })
export class AlertViewInput {
  @Field({ description: '1 to 100 characters on one line. Unique among your views in this team.' })
  @IsName('Name')
  name!: string;

  @Field(() => AlertViewFilters, {
    description: 'Which open alerts it shows. Replaces all earlier filters of a saved view.',
  })
  @ValidateNested()
  filters!: AlertViewFilters;

  @Field(() => AlertOrder, { defaultValue: AlertOrder.worst, description: 'Order of the alerts.' })
  order!: AlertOrder;

  @Field(() => AlertGrouping, { nullable: true, description: 'How to group them. `null` for one list.' })
  by?: AlertGrouping | null;

  @Field({
    defaultValue: false,
    description: 'Whether Current Alerts opens with it, instead of the view that did before.',
  })
  isDefault!: boolean;
}

/** Omitted fields keep their value. */
export const AlertViewChanges = PartialInput(AlertViewInput, 'AlertViewChanges');
export type AlertViewChanges = Partial<AlertViewInput>;
