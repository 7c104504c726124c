import { failures } from './answers.ts';
import { audienceOf } from './audience.ts';
import { tagOf } from './tags.ts';
import type { JsonSchema } from './types.ts';

// Calls outside the table: files, and forms dictated by other programs.

interface Row {
  id: string;
  summary: string;
  word?: 'read';
  body?: JsonSchema;
  parameters?: JsonSchema[];
  answer: JsonSchema;
  status?: number;
}

const binary = (type: string): JsonSchema => ({ description: 'The file.', content: { [type]: {} } });
const json = (schema: JsonSchema): JsonSchema => ({
  description: 'As asked for.',
  content: { 'application/json': { schema } },
});

const upload = (id: string, field: string, summary: string): Row => ({
  id,
  summary,
  body: {
    required: true,
    content: {
      'multipart/form-data': {
        schema: {
          type: 'object',
          required: [field],
          properties: { [field]: { description: 'The file, of 2 MB at most.' } },
        },
      },
    },
  },
  answer: json({
    type: 'object',
    required: ['message', 'url', 'width', 'height'],
    properties: {
      message: { type: 'string', description: 'That it is kept, in a sentence.' },
      url: { type: 'string', description: 'Where the picture is served from now on.' },
      width: { type: 'integer', description: 'Pixels, as it is served.' },
      height: { type: 'integer', description: 'Pixels, as it is served.' },
    },
  }),
});

const rows: Record<string, Row> = {
  'POST /api/admin/website/logo': upload('uploadSiteLogo', 'logo', 'Sets the logo of the public site'),
  'POST /api/admin/website/favicon': upload('uploadFavicon', 'favicon', 'Sets the icon at `/favicon.ico`'),
  'POST /api/admin/branding/logo': upload('uploadPlatformLogo', 'logo', 'Uploads a logo for the platform'),
  'POST /api/admin/branding/favicon': upload(
    'uploadPlatformFavicon',
    'favicon',
    'Uploads an icon for the platform',
  ),
  'POST /api/admin/seo/image': upload('uploadSocialImage', 'image', 'Uploads an image for link previews'),
  'GET /api/invoices/:id/pdf': {
    id: 'invoicePdf',
    summary: 'Downloads an invoice as a PDF',
    word: 'read',
    parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'string' } }],
    answer: binary('application/pdf'),
  },
  'GET /api/invoices/download': {
    id: 'invoicesZip',
    summary: 'Downloads all invoices of the team as a ZIP file',
    word: 'read',
    answer: binary('application/zip'),
  },
  'GET /api/reports/:month/pdf': {
    id: 'reportPdf',
    summary: 'Downloads the report of a month as a PDF',
    word: 'read',
    parameters: [
      { name: 'month', in: 'path', required: true, schema: { type: 'string' } },
      { name: 'customerId', in: 'query', schema: { type: 'string' } },
      { name: 'tag', in: 'query', schema: { type: 'string' } },
      { name: 'unassigned', in: 'query', schema: { type: 'boolean' } },
    ],
    answer: binary('application/pdf'),
  },
  'GET /api/internet-lines/:id/:month/pdf': {
    id: 'lineEvidencePdf',
    summary: 'Downloads a month of an internet line as a PDF, as evidence for its provider',
    word: 'read',
    parameters: [
      { name: 'id', in: 'path', required: true, schema: { type: 'string' } },
      { name: 'month', in: 'path', required: true, schema: { type: 'string' } },
    ],
    answer: binary('application/pdf'),
  },
  'POST /api/stripe/webhook': {
    id: 'stripeWebhook',
    summary: 'Receives signed events from Stripe',
    body: { required: true, content: { 'application/json': { schema: { type: 'object' } } } },
    parameters: [{ name: 'stripe-signature', in: 'header', required: true, schema: { type: 'string' } }],
    answer: json({ type: 'object', required: ['received'], properties: { received: { const: true } } }),
  },
  'GET /api/login': {
    id: 'login',
    summary: 'Redirects a browser to the sign-in page',
    answer: { description: 'The page is at `/auth`.', headers: { Location: { schema: { type: 'string' } } } },
    status: 302,
  },
  'GET /api/openapi.json': {
    id: 'openApi',
    summary: 'This document',
    answer: json({ type: 'object', required: ['openapi', 'paths'] }),
  },
};

/** The operations outside the table, by call. */
export const fileOperations: [call: string, JsonSchema][] = Object.entries(rows).map(([call, row]) => {
  const path = call.split(' ')[1]!;
  const { who, security } = audienceOf(path, row.word);
  const { id, summary, body, parameters, answer, status = 200 } = row;
  return [
    call,
    {
      operationId: id,
      summary,
      description: `${summary}.\n\n${who}`,
      tags: [tagOf(path)],
      security,
      ...(parameters && { parameters }),
      ...(body && { requestBody: body }),
      responses: {
        [status]: answer,
        ...(body && failures(400, 413)),
        ...(security.length > 0 && failures(401, 403)),
        ...(path.includes(':') && failures(404)),
        ...failures(429, 'default'),
      },
    },
  ];
});
