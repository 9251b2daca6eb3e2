import { createPartner, deletePartner, getPartner, listPartners } from './generated/orval';

async function main(): Promise<void> {
  const created = await createPartner({ name: 'City Hospital', slug: 'city-hospital' });
  if (created.status !== 201) throw new Error(`${created.status}`);
  const { id, etag } = created.data;
  const partner = await getPartner(id);
  const list = await listPartners({ page_size: 5, ordering: '-created' });
  const service = { headers: { authorization: `Bearer ${process.env['SECRET']}` } };
  const read = await listPartners({ page_size: 5 }, service);
  const removed = await deletePartner(id, { headers: { 'if-match': etag } });
  if (partner.status !== 200 || list.status !== 200 || read.status !== 200)
    throw new Error(`${partner.status} ${list.status} ${read.status}`);
  console.log(
    `${partner.data.name}, ${list.data.count} in the list, ${read.data.count} for a service, ${list.data.results[0]?.slug}, ${removed.status}`,
  );
}

main().catch((error: unknown) => {
  console.error(error);
  process.exitCode = 1;
});
