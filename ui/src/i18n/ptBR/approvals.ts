import type { Catalogue } from "../catalogue";
import { count, number } from "./numbers";

/** Quantas vezes uma regra foi usada, e quando foi a última. */
function used(uses: number, last: string | null): string {
  if (uses === 0) return "Ainda não usada";
  if (last === null) return count(uses, { one: "Usada uma vez", other: "Usada # vezes" });
  return count(uses, {
    one: `Usada uma vez, ${last}`,
    other: `Usada # vezes, a última ${last}`,
  });
}

const decisions = (all: number) => count(all, { one: "# decisão", other: "# decisões" });

/** O que diz a página das regras e das decisões. */
export const approvals: Catalogue["approvals"] = {
  sections: "Configurações",
  title: "Aprovações",
  lead: "O que você decidiu, e o que já não precisa de cartão.",
  noAnswer: "O Vults não respondeu. Inicie-o de novo e volte a olhar aqui.",
  paused: "Em pausa",
  when: {
    today: (time) => `hoje às ${time}`,
    yesterday: (time) => `ontem às ${time}`,
    other: (date, time) => `em ${date} às ${time}`,
  },
  pause: {
    label: "Pausa",
    title: "Pausa",
    says: "Todo pedido volta ao terminal até você retomar: não há cartão, e nenhuma regra responde.",
    pausedTitle: "Em pausa: todo pedido volta ao terminal",
    pausedSays: "Até você retomar, não há cartão, e nenhuma regra responde.",
  },
  rules: {
    title: "Regras",
    count: (rules) => count(rules, { one: "# regra", other: "# regras" }),
    says: "Cada uma permite exatamente este pedido, nesta pasta, sem cartão. Uma regra nasce em um cartão; para removê-la basta um clique, e vale na hora.",
    what: "O que ela permite",
    in: "Só em {folder}",
    outside: "Adicionada fora do Vults: não vale",
    outsideSays: "Ninguém a criou em um cartão. Pedidos assim continuam a receber um cartão.",
    runs: "Executa o código do próprio projeto: permite o que esse código fizer até lá.",
    use: (uses, last, made) => `${used(uses, last)} · Criada ${made}`,
    added: (made) => `Diz que foi criada ${made}`,
    remove: "Remover",
    removing: "Removendo…",
    more: "Mostrar mais",
    rest: (shown, all) =>
      count(all, { one: `${number(shown)} de # regra`, other: `${number(shown)} de # regras` }),
    none: {
      title: "Nenhuma regra ainda",
      says: "O cartão que pode virar regra tem um botão Permitir sempre, que diz exatamente o que ele cobre. Depois de um clique nele, esse mesmo pedido não precisa mais de cartão.",
    },
  },
  trusted: {
    title: "Projetos de confiança",
    count: (projects) => count(projects, { one: "# projeto", other: "# projetos" }),
    says: "Os hooks destes arquivos de configuração rodam com a sua conta, tal como eram quando você confiou neles. Depois de qualquer mudança o Vults pergunta de novo; para remover um basta um clique, e vale na hora.",
  },
  history: {
    title: "Histórico",
    says: "O que foi feito de cada pedido, sem os segredos. Os mais antigos saem sozinhos.",
    search: "Buscar no histórico",
    reading: "Lendo…",
    count: decisions,
    matches: (found) =>
      count(found, { one: "# decisão encontrada", other: "# decisões encontradas" }),
    today: "Hoje",
    yesterday: "Ontem",
    at: (date, time) => `${date}, ${time}`,
    more: "Mostrar mais",
    rest: (shown, found) =>
      count(found, {
        one: `${number(shown)} de # decisão`,
        other: `${number(shown)} de # decisões`,
      }),
    when: "Quando",
    what: "O que pediu",
    facts: "Além disso",
    said: "Você disse",
    quoted: "“{words}”",
    folder: "Pasta",
    export: "Exportar",
    exporting: "Exportando…",
    exported: "Gravado em {file}",
    clearFirst: "Limpar…",
    clearTitle: (all) =>
      count(all, {
        one: "Apagar # decisão? Isso não pode ser desfeito.",
        other: "Apagar # decisões? Isso não pode ser desfeito.",
      }),
    clear: "Apagar",
    clearing: "Apagando…",
    keep: "Manter",
    none: {
      title: "Nenhuma decisão ainda",
      says: "Aqui fica registrada cada resposta sua, e cada pedido que uma regra ou o terminal respondeu.",
    },
    noMatch: "Nenhuma decisão corresponde a “{search}”.",
    all: "Mostrar todas",
    unreadable: "Não foi possível ler o histórico",
    again: "Tentar de novo",
  },
};
