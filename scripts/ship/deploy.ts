import { CommandError } from '../../server/CommandError.ts';
import { movingTag } from './destination.ts';
import type { Images, Intent } from './ledger.ts';
import { runOutside } from './outsideCommand.ts';

/** A release that the machines of a deployment shall run. `images`: `<registry>/<path>/signboard-<id>@sha256:…`, by part. */
export type Deployment = Pick<Intent, 'act' | 'tenant' | 'version'> & { images: Images };

/** The machines of a deployment do not run the release to which `current` points. */
export class DeployError extends CommandError {}

/** Makes the machines of a deployment run a release; `current` points to it already. @throws DeployError when they do not. */
export type Deploy = (deployment: Deployment) => Promise<void>;

const digestOf = (image: string | undefined): string | undefined => image?.slice(image.indexOf('@') + 1);

/**
 * Deploys with a command of the operator. It gets the deployment as JSON on its standard input, and TENANT, VERSION, PAGE_DIGEST and
 * API_DIGEST in its environment.
 * @param remedy ends the message of a failure
 */
export function deployWith(command: string, remedy: (deployment: Deployment) => string): Deploy {
  return async (deployment) => {
    const { tenant, version, images } = deployment;
    const code = await runOutside(command, deployment, {
      TENANT: tenant,
      VERSION: version,
      PAGE_DIGEST: digestOf(images.page),
      API_DIGEST: digestOf(images.api),
    });
    if (code !== 0)
      throw new DeployError(
        `"${command}" failed (exit code ${code ?? 'none'}) after "${movingTag}" of ${tenant} was pointed to ${version}${remedy(deployment)}`,
      );
  };
}
