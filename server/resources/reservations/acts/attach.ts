import type { FastifyRequest } from 'fastify';
import type { Reservation } from '../../../../contract/reservations.ts';
import { claimFile, dropFile } from '../../../files/files.ts';
import { updateReservation } from '../repository.ts';
import { change, type Context } from './context.ts';

const options = { act: 'update', isNamed: false, isMatchOptional: true } as const;

/** Attaches an uploaded file of the caller. */
export function attach(context: Context, request: FastifyRequest, id: string, file: string): Promise<Reservation> {
  return change(context, request, id, options, async (trx, _row, person) => {
    const upload = { id: file, purpose: 'reservation', person, field: 'file' } as const;
    await claimFile(trx, upload, { collection: 'reservations', id });
    await updateReservation(trx, id, {});
  });
}

/** Deletes an attached file. */
export async function detach(context: Context, request: FastifyRequest, id: string, file: string): Promise<void> {
  await change(context, request, id, options, async (trx) => {
    await dropFile(trx, file, { collection: 'reservations', id });
    await updateReservation(trx, id, {});
  });
}
