import type { FastifyInstance } from 'fastify';
import type { FleetWeather } from './network-fleet.ts';

/** Access points that fail in a storm. */
const stormSize = 400;

/** `/dev/network`: starts and ends a storm in the fleet. Anyone may sign in to the demo. */
export function registerNetwork(fastify: FastifyInstance, weather: FleetWeather): void {
  fastify.get('/dev/network', (_request, reply) => page(reply.header('cache-control', 'no-store'), ''));
  fastify.post('/dev/network/storm', (_request, reply) =>
    page(
      reply,
      `${weather.storm(stormSize)} access points have failed. Alerts follow within a minute or two.`,
    ),
  );
  fastify.post('/dev/network/clear', (_request, reply) =>
    page(reply, `${weather.clear()} access points are online again.`),
  );
}

function page(reply: { type(type: string): { send(body: string): unknown } }, news: string): unknown {
  return reply.type('text/html; charset=utf-8').send(`<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>Network in a box</title>
<h1>Network in a box</h1>
<p role="status">${news}</p>
<form method="post" enctype="text/plain" action="/dev/network/storm"><button>Let ${stormSize} access points fail</button></form>
<form method="post" enctype="text/plain" action="/dev/network/clear"><button>End the storm</button></form>
</html>`);
}
