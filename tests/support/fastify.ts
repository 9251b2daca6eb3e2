import realFastify, { type FastifyInstance, type FastifyServerOptions } from 'fastify/fastify.js';

const displayName = Symbol.for('fastify.display-name');

/** Sets the display name that Fastify otherwise searches for. */
function withName(plugin: unknown): unknown {
  const hasName = typeof plugin !== 'function' || displayName in plugin;
  return hasName ? plugin : Object.assign(plugin, { [displayName]: plugin.name || 'plugin' });
}

/**
 * Fastify as Jest loads it (`jest.config.js`). Fastify compares a plugin without a display name with every loaded module,
 * which takes seconds for each app under Jest, so each plugin gets a display name before it is registered.
 */
export default function fastify(options?: FastifyServerOptions): FastifyInstance {
  const app = realFastify(options);
  const { register } = app;
  return Object.assign(app, {
    register(this: unknown, plugin: unknown, ...rest: unknown[]): unknown {
      return Reflect.apply(register, this, [withName(plugin), ...rest]);
    },
  });
}
