/**
 * What Stripe's own answers consist of, by recordings of them and its published fixtures: each place with the types that were
 * seen there. `null` alone says little of what else may be there.
 */
export const recorded: Record<string, string> = {
  subscription: `
    id:string object:string application:null|string application_fee_percent:null automatic_tax:object
    automatic_tax.disabled_reason:null automatic_tax.enabled:boolean automatic_tax.liability:null
    billing_cycle_anchor:number billing_cycle_anchor_config:null billing_mode:object
    billing_mode.flexible:object billing_mode.flexible.proration_discounts:string billing_mode.type:string
    billing_mode.updated_at:number billing_thresholds:null cancel_at:null|number cancel_at_period_end:boolean
    canceled_at:null|number cancellation_details:object cancellation_details.comment:null
    cancellation_details.feedback:null cancellation_details.reason:null|string collection_method:string
    created:number currency:string customer:string customer_account:null days_until_due:null
    default_payment_method:null default_source:null default_tax_rates:list description:null discounts:list
    ended_at:null|number invoice_settings:object invoice_settings.account_tax_ids:null
    invoice_settings.issuer:object invoice_settings.issuer.type:string items:object items.object:string
    items.data:list items.data.id:string items.data.object:string items.data.billing_thresholds:null
    items.data.created:number items.data.current_period_end:number items.data.current_period_start:number
    items.data.discounts:list items.data.metadata:object items.data.plan:object items.data.price:object
    items.data.price.id:string items.data.price.object:string items.data.price.active:boolean
    items.data.price.billing_scheme:string items.data.price.created:number items.data.price.currency:string
    items.data.price.custom_unit_amount:null items.data.price.livemode:boolean items.data.price.lookup_key:null
    items.data.price.metadata:object items.data.price.nickname:null|string items.data.price.product:string
    items.data.price.recurring:object items.data.price.recurring.interval:string
    items.data.price.recurring.interval_count:number items.data.price.recurring.meter:null
    items.data.price.recurring.trial_period_days:null items.data.price.recurring.usage_type:string
    items.data.price.tax_behavior:string items.data.price.tiers_mode:null
    items.data.price.transform_quantity:null items.data.price.type:string items.data.price.unit_amount:number
    items.data.price.unit_amount_decimal:string items.data.quantity:number items.data.subscription:string
    items.data.tax_rates:list items.has_more:boolean items.total_count:number items.url:string
    latest_invoice:object livemode:boolean metadata:object next_pending_invoice_item_invoice:null
    on_behalf_of:null pause_collection:null payment_settings:object payment_settings.payment_method_options:null
    payment_settings.payment_method_types:null payment_settings.save_default_payment_method:string
    pending_invoice_item_interval:null pending_setup_intent:null pending_update:null plan:object plan.id:string
    plan.object:string plan.active:boolean plan.amount:number plan.amount_decimal:string
    plan.billing_scheme:string plan.created:number plan.currency:string plan.interval:string
    plan.interval_count:number plan.livemode:boolean plan.metadata:object plan.meter:null
    plan.nickname:null|string plan.product:string plan.tiers_mode:null plan.transform_usage:null
    plan.trial_period_days:null plan.usage_type:string quantity:number schedule:null start_date:number
    status:string test_clock:null transfer_data:null trial_end:null|number trial_settings:object
    trial_settings.end_behavior:object trial_settings.end_behavior.missing_payment_method:string
    trial_start:null|number`,
  invoice: `
    id:string object:string account_country:string account_name:string account_tax_ids:null amount_due:number
    amount_overpaid:number amount_paid:number amount_remaining:number amount_shipping:number
    application:null|string attempt_count:number attempted:boolean auto_advance:boolean automatic_tax:object
    automatic_tax.disabled_reason:null automatic_tax.enabled:boolean automatic_tax.liability:null
    automatic_tax.provider:null automatic_tax.status:null automatically_finalizes_at:null billing_reason:string
    collection_method:string created:number currency:string custom_fields:null customer:string
    customer_account:null customer_address:null|object customer_email:string customer_name:null|string
    customer_phone:null customer_shipping:null customer_tax_exempt:string customer_tax_ids:list
    default_payment_method:null default_source:null default_tax_rates:list description:null discounts:list
    due_date:null effective_at:number ending_balance:number footer:null from_invoice:null
    hosted_invoice_url:string invoice_pdf:string issuer:object issuer.type:string last_finalization_error:null
    latest_revision:null lines:object lines.object:string lines.data:list lines.data.id:string
    lines.data.object:string lines.data.amount:number lines.data.currency:string lines.data.description:string
    lines.data.discount_amounts:list lines.data.discountable:boolean lines.data.discounts:list
    lines.data.invoice:string lines.data.livemode:boolean lines.data.metadata:object lines.data.parent:object
    lines.data.parent.invoice_item_details:null lines.data.parent.subscription_item_details:object
    lines.data.parent.subscription_item_details.invoice_item:null
    lines.data.parent.subscription_item_details.proration:boolean
    lines.data.parent.subscription_item_details.proration_details:object
    lines.data.parent.subscription_item_details.proration_details.credited_items:null
    lines.data.parent.subscription_item_details.subscription:string
    lines.data.parent.subscription_item_details.subscription_item:string lines.data.parent.type:string
    lines.data.period:object lines.data.period.end:number lines.data.period.start:number
    lines.data.pretax_credit_amounts:list lines.data.pricing:object lines.data.pricing.price_details:object
    lines.data.pricing.price_details.price:string lines.data.pricing.price_details.product:string
    lines.data.pricing.type:string lines.data.pricing.unit_amount_decimal:string lines.data.quantity:number
    lines.data.quantity_decimal:string lines.data.subtotal:number lines.data.taxes:list lines.has_more:boolean
    lines.total_count:number lines.url:string livemode:boolean metadata:object next_payment_attempt:null|number
    number:string on_behalf_of:null parent:object parent.quote_details:null parent.subscription_details:object
    parent.subscription_details.metadata:object parent.subscription_details.subscription:string
    parent.type:string payment_settings:object payment_settings.default_mandate:null
    payment_settings.payment_method_options:null|object payment_settings.payment_method_types:null
    period_end:number period_start:number post_payment_credit_notes_amount:number
    pre_payment_credit_notes_amount:number receipt_number:null rendering:null|object shipping_cost:null
    shipping_details:null starting_balance:number statement_descriptor:null status:string
    status_transitions:object status_transitions.finalized_at:number
    status_transitions.marked_uncollectible_at:null status_transitions.paid_at:null|number
    status_transitions.voided_at:null subtotal:number subtotal_excluding_tax:number test_clock:null total:number
    total_discount_amounts:list total_excluding_tax:number total_pretax_credit_amounts:list total_taxes:list
    webhooks_delivered_at:number customer_address.city:null customer_address.country:string
    customer_address.line1:null customer_address.line2:null customer_address.postal_code:string
    customer_address.state:null rendering.amount_tax_display:string rendering.pdf:null rendering.template:null
    rendering.template_version:null confirmation_secret:null|object confirmation_secret.client_secret:string
    confirmation_secret.type:string payments:object payments.object:string payments.data:list
    payments.data.id:string payments.data.object:string payments.data.amount_paid:null
    payments.data.amount_requested:number payments.data.created:number payments.data.currency:string
    payments.data.invoice:string payments.data.is_default:boolean payments.data.livemode:boolean
    payments.data.payment:object payments.data.payment.payment_intent:string payments.data.payment.type:string
    payments.data.status:string payments.data.status_transitions:object
    payments.data.status_transitions.canceled_at:null payments.data.status_transitions.paid_at:null
    payments.has_more:boolean payments.url:string`,
  payment_intent: `
    id:string object:string amount:number amount_capturable:number amount_details:object
    amount_details.tip:object amount_received:number application:null|string application_fee_amount:null
    automatic_payment_methods:null canceled_at:null cancellation_reason:null capture_method:string
    client_secret:string confirmation_method:string created:number currency:string customer:string
    customer_account:null description:string excluded_payment_method_types:null last_payment_error:null
    latest_charge:null|string livemode:boolean metadata:object next_action:null|object on_behalf_of:null
    payment_details:object payment_details.customer_reference:null payment_details.order_reference:string
    payment_method:string payment_method_configuration_details:null payment_method_options:object
    payment_method_types:list processing:null receipt_email:null review:null setup_future_usage:string
    shipping:null source:null statement_descriptor:null statement_descriptor_suffix:null status:string
    transfer_data:null transfer_group:null next_action.type:string next_action.use_stripe_sdk:object`,
  payment_method: `
    id:string object:string allow_redisplay:string billing_details:object billing_details.address:object
    billing_details.address.city:null billing_details.address.country:null billing_details.address.line1:null
    billing_details.address.line2:null billing_details.address.postal_code:null
    billing_details.address.state:null billing_details.email:null billing_details.name:null
    billing_details.phone:null billing_details.tax_id:null card:object card.brand:string card.checks:object
    card.checks.address_line1_check:null card.checks.address_postal_code_check:null card.checks.cvc_check:string
    card.country:string card.display_brand:string card.exp_month:number card.exp_year:number
    card.fingerprint:string card.funding:string card.generated_from:null card.last4:string card.networks:object
    card.networks.available:list card.networks.preferred:null card.regulated_status:string
    card.three_d_secure_usage:object card.three_d_secure_usage.supported:boolean card.wallet:null created:number
    customer:string customer_account:null livemode:boolean metadata:object type:string`,
  customer: `
    id:string object:string address:null balance:number created:number currency:null customer_account:null
    default_source:null delinquent:boolean description:null discount:null email:string
    invoice_credit_balance:object invoice_prefix:string invoice_settings:object
    invoice_settings.custom_fields:null invoice_settings.default_payment_method:null|string
    invoice_settings.footer:null invoice_settings.rendering_options:null livemode:boolean metadata:object
    name:string next_invoice_sequence:number phone:null preferred_locales:list shipping:null tax:object
    tax_exempt:string test_clock:null`,
  invoice_payments: `
    object:string data:list data.id:string data.object:string data.amount_paid:number
    data.amount_requested:number data.created:number data.currency:string data.invoice:string
    data.is_default:boolean data.livemode:boolean data.payment:object data.payment.payment_intent:string
    data.payment.type:string data.status:string data.status_transitions:object
    data.status_transitions.canceled_at:null data.status_transitions.paid_at:number has_more:boolean url:string`,
  portal_session: `
    id:string object:string configuration:string created:number customer:string customer_account:null flow:null
    livemode:boolean locale:null on_behalf_of:null return_url:string url:string`,
  price: `
    active:boolean billing_scheme:string created:number currency:string custom_unit_amount:object
    custom_unit_amount.maximum:null custom_unit_amount.minimum:null custom_unit_amount.preset:null id:string
    livemode:boolean lookup_key:null metadata:object nickname:null object:string product:string recurring:object
    recurring.interval:string recurring.interval_count:number recurring.meter:null recurring.usage_type:string
    recurring.trial_period_days:null tax_behavior:string tiers_mode:null transform_quantity:object
    transform_quantity.divide_by:number transform_quantity.round:string type:string unit_amount:number
    unit_amount_decimal:string`,
  product: `
    active:boolean created:number default_price:string description:string id:string images:list livemode:boolean
    marketing_features:list metadata:object name:string object:string package_dimensions:object
    package_dimensions.height:number package_dimensions.length:number package_dimensions.weight:number
    package_dimensions.width:number shippable:null statement_descriptor:null tax_code:null unit_label:null
    updated:number url:null type:string`,
  event: `
    api_version:null created:number data:object data.object:object id:string livemode:boolean object:string
    pending_webhooks:number request:object request.id:null request.idempotency_key:null type:string`,
  'test_helpers.test_clock': `
    created:number deletes_after:number frozen_time:number id:string livemode:boolean name:null object:string
    status:string status_details:object`,
};
