import { Arg, Args, Ctx, FieldResolver, Mutation, Query, Resolver, Root } from 'type-graphql';
import { lengthOf } from '#api/exports/export.ts';
import { Allow } from '#api/graphql/access.ts';
import type { Context, ViewerContext } from '#api/graphql/context.ts';
import { lineEvidenceCsv } from './line-evidence.service.ts';
import { ReportSchedule } from './report.entity.ts';
import {
  LineEvidenceArgs,
  ReportArgs,
  ReportCustomersPage,
  ReportOfCustomer,
  ReportPage,
  ReportScheduleInput,
  ReportSchedulesPage,
} from './report.input.ts';
import { Report, ReportCustomer, ReportMonthChoice } from './report.types.ts';
import * as service from './reports.service.ts';
import * as schedules from './schedules.service.ts';
import { ReportLink } from './unsubscribe.service.ts';
import * as unsubscribing from './unsubscribe.service.ts';

@Resolver(() => Report)
export class ReportsResolver {
  @FieldResolver(() => [ReportCustomer], {
    description: 'A page of the customers of its sites, worst first, and of the sites without one.',
  })
  customers(
    @Root() { allCustomers }: Report,
    @Args(() => ReportCustomersPage) { first, skip }: ReportCustomersPage,
  ): ReportCustomer[] {
    return allCustomers.slice(skip, skip + first);
  }

  @Allow('read')
  @Query(() => [ReportMonthChoice], { description: 'Returns the months that have a report, latest first.' })
  reportMonths(@Ctx() ctx: ViewerContext): Promise<ReportMonthChoice[]> {
    return service.reportMonths(ctx);
  }

  @Allow('read')
  @Query(() => Report, {
    nullable: true,
    description:
      'Returns the report of a month: of a customer, of the sites without one, of the sites with a tag, or of all sites. `null` if nothing is known of the month.',
  })
  report(@Args(() => ReportPage) args: ReportPage, @Ctx() ctx: ViewerContext): Promise<Report | null> {
    return service.report(ctx, args);
  }

  @Allow('read')
  @Query(() => String, {
    description: `The sites of a report as CSV, worst first. Text that a spreadsheet would run as a formula stays text. ${lengthOf('GET /api/reports/:month/csv')}`,
  })
  reportCsv(@Args(() => ReportArgs) args: ReportArgs, @Ctx() ctx: ViewerContext): Promise<string> {
    return service.reportCsv(ctx, args);
  }
}

@Resolver(() => ReportSchedule)
export class ReportSchedulesResolver {
  @FieldResolver(() => [String], {
    description: 'Email addresses of recipients who have unsubscribed. Nothing is sent to them.',
  })
  unsubscribed(@Root() schedule: ReportSchedule, @Ctx() ctx: ViewerContext): Promise<string[]> {
    return schedules.unsubscribedOf(ctx, schedule);
  }

  @Allow('read')
  @Query(() => [ReportSchedule], {
    description:
      'Returns who gets which monthly reports by email, by the name of the customer. The one of all sites comes first. Customers without a schedule are left out.',
  })
  reportSchedules(
    @Args(() => ReportSchedulesPage) page: ReportSchedulesPage,
    @Ctx() ctx: ViewerContext,
  ): Promise<ReportSchedule[]> {
    return schedules.reportSchedules(ctx, page);
  }

  @Allow('own')
  @Mutation(() => ReportSchedule, {
    description:
      'Sets who gets the monthly report of a customer, or of all sites. It is sent on the first of the month at 07:00 in the time zone of your team.',
  })
  saveReportSchedule(
    @Arg('input', () => ReportScheduleInput, { description: 'The customer and the recipients.' })
    input: ReportScheduleInput,
    @Ctx() ctx: ViewerContext,
  ): Promise<ReportSchedule> {
    return schedules.saveReportSchedule(ctx, input);
  }

  @Allow('own')
  @Mutation(() => String, {
    description:
      'Emails the report of a month to you now, as a schedule does, up to 10 times an hour. Returns your email address.',
  })
  sendReportToMe(
    @Args(() => ReportOfCustomer) args: ReportOfCustomer,
    @Ctx() ctx: ViewerContext,
  ): Promise<string> {
    return schedules.sendReportToMe(ctx, args);
  }
}

@Resolver()
export class LineEvidenceResolver {
  @Allow('read')
  @Query(() => String, {
    description: `A month of an internet line as CSV, as evidence for its provider: its availability, and every outage and every time that wasn't measured. ${lengthOf('GET /api/internet-lines/:id/:month/csv')}`,
  })
  lineEvidenceCsv(
    @Args(() => LineEvidenceArgs) args: LineEvidenceArgs,
    @Ctx() ctx: ViewerContext,
  ): Promise<string> {
    return lineEvidenceCsv(ctx, args);
  }
}

/** For recipients of a report, because its links work without signing in. */
@Resolver()
export class ReportLinkResolver {
  @Query(() => ReportLink, {
    description: 'Returns the monthly reports that an unsubscribe link refers to. Changes nothing.',
  })
  reportLink(
    @Arg('token', { description: 'Token from the URL of the link in the email.' }) token: string,
    @Ctx() ctx: Context,
  ): Promise<ReportLink> {
    return unsubscribing.reportLink(ctx, token);
  }

  @Mutation(() => ReportLink, {
    description: "Unsubscribes the link's address from the monthly reports of a team.",
  })
  leaveReports(
    @Arg('token', { description: 'Token from the URL of the link in the email.' }) token: string,
    @Ctx() ctx: Context,
  ): Promise<ReportLink> {
    return unsubscribing.leaveReports(ctx, token);
  }

  @Mutation(() => ReportLink, {
    description: "Resubscribes the link's address to the monthly reports of a team.",
  })
  rejoinReports(
    @Arg('token', { description: 'Token from the URL of the link in the email.' }) token: string,
    @Ctx() ctx: Context,
  ): Promise<ReportLink> {
    return unsubscribing.rejoinReports(ctx, token);
  }
}
