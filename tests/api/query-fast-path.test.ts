import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { emptyDatabase } from '#tests/support/database.ts';
import { addCustomer, raise, startServer, type Customer, type Running } from '#tests/support/running.ts';

let running: Running;
let alice: Customer;

beforeAll(async () => {
  running = await startServer();
});
afterAll(() => running.close());
beforeEach(async () => {
  await emptyDatabase();
  alice = await addCustomer(running);
});

async function ask(query: string, variables?: Record<string, unknown>): Promise<unknown> {
  const answer = await fetch(`${running.url}/graphql`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${alice.token}` },
    body: JSON.stringify({ query, variables }),
  });
  return answer.json();
}

/** Often enough for it to be compiled on the way. */
async function askOften(query: string, variables?: Record<string, unknown>): Promise<unknown[]> {
  const answers: unknown[] = [];
  for (let time = 0; time < 6; time++) answers.push(await ask(query, variables));
  return answers;
}

const same = (answers: unknown[]) => expect(answers).toEqual(answers.map(() => answers[0]));

const list = `query List($id: ID!, $with: Boolean = true) { currentAlerts(controllerId: $id) { cursor alerts {
  id message severity timestamp acknowledgedBy ruleId controllerId @include(if: $with) ...More } } }
  fragment More on Alert { pastMessage snoozedById siteName }`;

describe('A repeated query gets the same response as the first time', () => {
  test('with rows', async () => {
    await raise(running, alice, 'AP Lobby');
    const answers = await askOften(list, { id: alice.controllerId });
    same(answers);
    const alert = expect.objectContaining({
      message: expect.stringMatching(/^AP Lobby \(Office\) has been offline since/) as string,
      controllerId: alice.controllerId,
      pastMessage: null,
    });
    expect(answers[0]).toMatchObject({ data: { currentAlerts: { alerts: [alert] } } });
  });

  test('and with the latest changes', async () => {
    await askOften(list, { id: alice.controllerId });
    const [deviceName] = await raise(running, alice, 'AP Garden');
    expect(await ask(list, { id: alice.controllerId, with: false })).toMatchObject({
      data: {
        currentAlerts: { alerts: [expect.not.objectContaining({ controllerId: alice.controllerId })] },
      },
    });
    expect(JSON.stringify(await ask(list, { id: alice.controllerId }))).toContain(deviceName);
  });

  test.each([
    ['a controller of nobody', { id: '5d2b9a3e-0000-4000-8000-000000000000' }],
    ['no text', { id: { deep: true } }],
    ['a variable that is missing', {}],
    ['a condition that is none', { id: 'x', with: 'yes' }],
  ])('with its errors: %s', async (_, variables) => {
    const answers = await askOften(list, variables);
    same(answers);
    expect(answers[0]).toMatchObject({ errors: [{ extensions: { code: expect.any(String) } }] });
  });

  test('for the selected operation', async () => {
    const both = `query Count { openAlertCount } query Me { me { id } }`;
    const answer = async (operationName: string) => {
      const response = await fetch(`${running.url}/graphql`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', authorization: `Bearer ${alice.token}` },
        body: JSON.stringify({ query: both, operationName }),
      });
      return (await response.json()) as unknown;
    };
    for (let time = 0; time < 6; time++) {
      expect(await answer('Count')).toEqual({ data: { openAlertCount: 0 } });
      expect(await answer('Me')).toEqual({ data: { me: { id: alice.userId } } });
    }
  });

  test('for its caller', async () => {
    await askOften('{ openAlertCount }');
    alice = { ...alice, token: 'nobody' };
    expect(await ask('{ openAlertCount }')).toMatchObject({
      errors: [{ path: ['openAlertCount'], extensions: { code: 'UNAUTHENTICATED' } }],
    });
  });

  test.each([
    ['anything', '*/*', 200],
    ['JSON', 'application/json', 200],
    ['the answer of a GraphQL server', 'application/graphql-response+json', 200],
    ['what our app accepts', 'application/graphql-response+json,application/json;q=0.9', 200],
    ['a picture alone', 'image/png', 406],
  ])('with the same status and type for clients that accept %s', async (_, accept, status) => {
    const answers: unknown[] = [];
    // In words of its own, so that it begins as one that nobody has asked for.
    const query = `{ openAlertCount } # ${accept}`;
    for (let time = 0; time < 6; time++) {
      const answer = await fetch(`${running.url}/graphql`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', accept, authorization: `Bearer ${alice.token}` },
        body: JSON.stringify({ query }),
      });
      answers.push([answer.status, answer.headers.get('content-type'), await answer.json()]);
    }
    same(answers);
    expect(answers[0]).toEqual([status, expect.any(String), expect.anything()]);
  });

  test('until it exceeds the cost limit per minute, and is then refused', async () => {
    const strict = await startServer({ config: { costPerMinute: 60 } });
    const statuses: number[] = [];
    for (let time = 0; time < 9; time++) {
      const answer = await fetch(`${strict.url}/graphql`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ query: '{ packages { id } }' }),
      });
      statuses.push(answer.status);
      if (answer.status === 429) {
        expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
        expect(await answer.json()).toMatchObject({ errors: [{ extensions: { code: 'TOO_MANY' } }] });
      }
    }
    await strict.close();
    // Visitors have half of it, and four points are what it costs.
    expect(statuses).toEqual([200, 200, 200, 200, 200, 200, 200, 429, 429]);
  });
});
